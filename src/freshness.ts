import { type Disposable, DisposableStore } from "./core/util/disposable.ts";
import { Decorations } from "./editor/freshness/decorations.ts";
import { Freshness, type FreshnessSurroundings } from "./editor/freshness/freshness.ts";

/** How what is visible is kept up to date and marked, made when a row or a document can be visible. */
export interface Freshening extends Disposable {
  readonly freshness: Freshness;
  readonly decorations: Decorations;
}

/** The share of `activate` that both the tree and documents have in common. No logic. */
export function createFreshening(around: FreshnessSurroundings): Freshening {
  const disposables = new DisposableStore();
  const freshness = disposables.add(new Freshness(around));
  const decorations = disposables.add(new Decorations(freshness.changes));
  return { freshness, decorations, dispose: () => disposables.dispose() };
}
