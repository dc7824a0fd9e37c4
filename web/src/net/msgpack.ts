/** MessagePack, as far as steps need it: whole numbers, texts and lists. */

export type Packed = number | string | Packed[];

const text = new TextDecoder();

export function unpack(buffer: ArrayBuffer): Packed {
  return new Unpacker(new DataView(buffer)).next();
}

class Unpacker {
  private at = 0;

  constructor(private readonly data: DataView) {}

  next(): Packed {
    const kind = this.unsigned(1);
    if (kind < 0x80) return kind;
    if (kind < 0x90) throw new Error("maps are not used on this wire");
    if (kind < 0xa0) return this.list(kind & 0x0f);
    if (kind < 0xc0) return this.text(kind & 0x1f);
    if (kind >= 0xe0) return kind - 0x100;
    if (kind >= 0xcc && kind <= 0xcf) return this.unsigned(1 << (kind - 0xcc));
    if (kind >= 0xd0 && kind <= 0xd3) return this.signed(1 << (kind - 0xd0));
    if (kind >= 0xd9 && kind <= 0xdb) return this.text(this.unsigned(1 << (kind - 0xd9)));
    if (kind === 0xdc || kind === 0xdd) return this.list(this.unsigned(kind === 0xdc ? 2 : 4));
    throw new Error(`no number, text or list: ${kind}`);
  }

  /** Exact up to 2⁵³, and no number on the wire is larger. */
  private unsigned(bytes: number, first = 0): number {
    let number = first;
    for (let i = 0; i < bytes; i += 1) number = number * 0x100 + this.data.getUint8(this.at++);
    return number;
  }

  private signed(bytes: number): number {
    return this.unsigned(bytes - 1, this.data.getInt8(this.at++));
  }

  private text(bytes: number): string {
    this.at += bytes;
    return text.decode(new DataView(this.data.buffer, this.at - bytes, bytes));
  }

  private list(length: number): Packed[] {
    return Array.from({ length }, () => this.next());
  }
}
