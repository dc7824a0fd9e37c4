import "./tokens.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./i18n/speak";
import { settings } from "./settings.svelte";

await speak(settings.language);
mount(App, { target: document.getElementById("app")! });
