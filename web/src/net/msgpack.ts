/** Reading MessagePack: whole numbers, texts and lists, which is all that a step is made of. */

const texts = new TextDecoder();

export function decode(buffer: ArrayBuffer): unknown {
  return new Reader(new DataView(buffer)).value();
}

class Reader {
  private at = 0;

  constructor(private readonly view: DataView) {}

  value(): unknown {
    const kind = this.whole(1);
    if (kind < 0x80) return kind;
    if (kind >= 0xe0) return kind - 0x100;
    if (kind >= 0xa0 && kind < 0xc0) return this.text(kind & 0x1f);
    if (kind >= 0x90 && kind < 0xa0) return this.list(kind & 0x0f);
    if (kind === 0xc0) return null;
    if (kind >= 0xcc && kind <= 0xcf) return this.whole(1 << (kind - 0xcc));
    if (kind >= 0xd0 && kind <= 0xd3) return this.signed(1 << (kind - 0xd0));
    if (kind >= 0xd9 && kind <= 0xdb) return this.text(this.whole(1 << (kind - 0xd9)));
    if (kind === 0xdc || kind === 0xdd) return this.list(this.whole(kind === 0xdc ? 2 : 4));
    throw new Error(`MessagePack of kind 0x${kind.toString(16)} is in no step`);
  }

  private whole(bytes: number): number {
    let number = 0;
    for (let left = bytes; left > 0; left -= 1) number = number * 256 + this.view.getUint8(this.at++);
    return number;
  }

  private signed(bytes: number): number {
    if (bytes < 8) {
      const number = this.whole(bytes);
      return number < 2 ** (8 * bytes - 1) ? number : number - 2 ** (8 * bytes);
    }
    this.at += 8;
    return Number(this.view.getBigInt64(this.at - 8));
  }

  private text(length: number): string {
    this.at += length;
    return texts.decode(new Uint8Array(this.view.buffer, this.view.byteOffset + this.at - length, length));
  }

  private list(length: number): unknown[] {
    return Array.from({ length }, () => this.value());
  }
}
