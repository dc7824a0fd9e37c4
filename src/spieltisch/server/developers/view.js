// The protocol in its barest form (docs/protocol.md): the raw view, and the moves as buttons.
const $ = (id) => document.getElementById(id);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const random = (count) => crypto.getRandomValues(new Uint8Array(count));

let games, ws, seating, cells = [], entropy = random(32), answered = "";

async function ask(path, body) {
  const answer = await fetch(path, body && { method: "POST", body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.text.en);
  return said;
}

function say(text) { $("state").textContent = text; }

function send(what) {
  if (!ws) return say("Open a table first.");
  ws.send(JSON.stringify({ ...what, id: 1 + Number(crypto.getRandomValues(new BigUint64Array(1))[0] >> 12n) }));
}

function token(table) {
  const known = sessionStorage.getItem(table) ?? hex(random(16));
  sessionStorage.setItem(table, known);
  return known;
}

function look(table) {
  ws?.close();
  const line = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/api/tables/${table}/socket`);
  line.onopen = () => line.send(JSON.stringify({ do: "hello", token: token(table) }));
  line.onmessage = (message) => hear(message.data);
  line.onclose = () => { if (ws === line) say("The line is closed. Press “Look at it” to connect again."); };
  ws = line;
  $("table").value = table;
}

function hear(text) {
  const item = document.createElement("li");
  item.textContent = text.length > 600 ? `${text.slice(0, 600)} …` : text;
  $("heard").prepend(item);
  while ($("heard").children.length > 200) $("heard").lastChild.remove();
  const message = JSON.parse(text);
  if (Array.isArray(message)) happened(message);
  else if (message.type === "table") seated(message);
  else if (message.type === "refused") say(`${message.text.en} [${message.rule}]`);
}

function happened([, , , changes, own, moves, actors]) {
  for (const list of [changes, own]) for (let i = 0; i < list.length; i += 2) cells[list[i]] = list[i + 1];
  show(moves, actors);
}

function seated(message) {
  seating = message;
  if (message.match) {
    cells = message.match.cells;
    show(message.match.moves, message.match.actors);
  }
  const { stage, chairs, host } = message.table;
  const names = chairs.map((chair, seat) => (chair.kind === "empty" ? "–" : chair.name + (seat === host ? " (host)" : "")));
  say(`${stage}; ${message.you === null ? "you are watching" : `you are seat ${message.you}`}; ${names.join(", ")}`);
  addEntropy();
}

async function addEntropy() {
  const { stage, number } = seating.table;
  if (seating.you === null || answered === `${number} ${stage}`) return;
  answered = `${number} ${stage}`;
  if (stage === "hashing") send({ do: "hash", hash: hex(new Uint8Array(await crypto.subtle.digest("SHA-256", entropy))) });
  else if (stage === "revealing") send({ do: "reveal", entropy: hex(entropy) });
  else if (stage === "playing") entropy = random(32);
}

function show(moves, actors) {
  $("legal").replaceChildren(...moves.map((move) => {
    const button = document.createElement("button");
    button.textContent = move;
    button.onclick = () => send({ do: "play", move });
    return button;
  }));
  if (!moves.length) $("legal").textContent = actors ? "Not your turn." : "Nobody is to move.";
  const { fields } = games.games.find((game) => game.name === seating.table.game);
  const record = Object.entries(fields).map(([name, { first, shape, sees }]) => {
    const size = shape.reduce((a, b) => a * b, 1);
    return `${name.padEnd(12)} ${sees.padEnd(7)} ${cells.slice(first, first + size).join(" ")}`;
  });
  $("record").textContent = record.join("\n");
}

function seatBots() {
  seating.table.chairs.forEach((chair, seat) => {
    if (chair.kind === "empty") send({ do: "bot", seat, level: "careful" });
  });
}

document.addEventListener("click", ({ target }) => {
  const what = target.dataset.do;
  if (what === "sit") send({ do: "sit", name: $("name").value });
  else if (what === "bots") seatBots();
  else if (what) send({ do: what });
});
$("open").addEventListener("submit", async (event) => {
  event.preventDefault();
  const wanted = { game: $("game").value, seats: Number($("seats").value), quick: $("quick").checked };
  await ask("/api/tables", wanted).then(({ table }) => look(table), (error) => say(error.message));
});
$("join").addEventListener("submit", (event) => { event.preventDefault(); look($("table").value.trim()); });

games = await ask("/api/games");
$("game").replaceChildren(...games.games.map((game) => new Option(game.name)));
if (!crypto.subtle) say("Browsers do not hash on this address: use localhost or https to start matches from here.");
