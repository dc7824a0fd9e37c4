/** The last step of the build: which files the page consists of, as one version, and the service worker that keeps them. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));
const BESIDE = ["favicon.svg", "app.webmanifest"];
const UNSET = '<meta name="version" content="" />';

export function serviceWorker(): Plugin {
  let out = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (config) => void (out = join(config.root, config.build.outDir)),
    async closeBundle() {
      const files = [...BESIDE, ...["assets", "icons"].flatMap((folder) => filesIn(out, folder))].sort();
      const index = readFileSync(join(out, "index.html"), "utf8");
      const version = versionOf([index, ...files, ...files.map((file) => readFileSync(join(out, file)))]);
      if (!index.includes(UNSET)) throw new Error(`index.html must have ${UNSET}`);
      writeFileSync(join(out, "index.html"), index.replace(UNSET, UNSET.replace('""', `"${version}"`)));
      const shown = files.map((file) => `/${file}`);
      writeFileSync(join(out, "sw.js"), await worker({ VERSION: version, FILES: shown }));
    },
  };
}

const filesIn = (out: string, folder: string): string[] =>
  readdirSync(join(out, folder)).map((name) => `${folder}/${name}`);

function versionOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** One plain script: not every browser takes a service worker that is a module. */
async function worker(known: Record<string, unknown>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    define: Object.fromEntries(Object.entries(known).map(([name, value]) => [name, JSON.stringify(value)])),
    build: { write: false, lib: { entry: WORKER, formats: ["iife"], name: "worker" } },
  });
  const [only] = Array.isArray(built) ? built : [];
  if (!only) throw new Error("the service worker was not built");
  return only.output[0].code;
}
