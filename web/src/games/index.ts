import { lobo77 } from "./lobo77";
import type { GameModule } from "./module";

export const MODULES: readonly GameModule[] = [lobo77];

export function moduleNamed(name: string): GameModule | undefined {
  return MODULES.find((module) => module.name === name);
}
