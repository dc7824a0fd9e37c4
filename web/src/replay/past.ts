/** Which matches a table has seen: its line tells those who sit there. Asked once, over a line of its own. */

import { PROTOCOL, type FromServer, type Past, type Step } from "../protocol";

const PATIENCE_MS = 5000;

export function pastOf(table: string, token: string): Promise<Past[]> {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(
    `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket?wire=${PROTOCOL}`,
  );
  return new Promise<Past[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", token }));
    socket.onclose = () => reject(new Error("no line"));
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = typeof data === "string" ? (JSON.parse(data) as Exclude<FromServer, Step>) : null;
      if (message?.type !== "table") return;
      clearTimeout(timer);
      resolve(message.past ?? []);
    };
  }).finally(() => socket.close());
}
