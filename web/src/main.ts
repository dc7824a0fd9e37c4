import "./tokens.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./i18n/speak";
import { settings } from "./settings.svelte";

await speak(settings.language);
mount(App, { target: document.getElementById("app")! });

const AT_LEISURE_MS = 1500; // first the page
if (import.meta.env.PROD)
  setTimeout(() => void import("./app/start").then(({ startApp }) => startApp()), AT_LEISURE_MS);
