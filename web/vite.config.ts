import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { serviceWorker } from "./src/worker/build";

const SERVER = "http://127.0.0.1:7777";

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: "../src/spieltisch/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's policy allows no inline scripts, and a font is better cached
    modulePreload: { polyfill: false },
    cssTarget: ["chrome123", "safari17.5", "firefox120"],
  },
  server: {
    proxy: { "/api": { target: SERVER, ws: true, changeOrigin: false }, "^/games/[^/]+/[0-9a-f]{16}/": SERVER },
  },
  // those that need a page say so in their first line; the modules are loaded once for all, or that would take longest
  test: {
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/i18n/setup.ts"],
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
  },
  resolve: {
    alias: { "@games": fileURLToPath(new URL("../src/spieltisch/games", import.meta.url)) },
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
});
