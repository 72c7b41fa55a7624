import { type EditedText, isSameText } from "./unsaved.ts";

/** A save that somebody asked for, and that is still to be written. */
export interface SaveIntent {
  /** What the text has said since then: formatters, and whoever goes on typing, change it before it is written. */
  readonly texts: string[];
  endsMs: number;
  /** VS Code has been asked for it, and is still to announce it. */
  isAwaited: boolean;
}

const intents = new WeakMap<EditedText, SaveIntent>();

/**
 * How long after its announcement a save may be written. VS Code tells extensions nothing when it gives a save up, such
 * as when the person cancels what takes part in it, and no change made after that differs from one that takes part.
 * Other extensions are given two seconds; whatever else takes part takes less than this, and what is refused for taking
 * more is not lost.
 */
const lastsMs = 10_000;
/** What is written is what the text said last, or some keys before. */
const maxTexts = 20;

/** A command of ours is about to ask VS Code for a save of `text`: one write of it may follow. */
export function intendSave(text: EditedText, nowMs = performance.now()): SaveIntent {
  const intent = { texts: [text.getText()], endsMs: nowMs + lastsMs, isAwaited: true };
  intents.set(text, intent);
  return intent;
}

/** VS Code announces a save of `text` that a person asked for: one write of it may follow. */
export function announceSave(text: EditedText, nowMs = performance.now()): void {
  const intent = intents.get(text);
  const announced = intent?.isAwaited ? intent : intendSave(text, nowMs);
  announced.isAwaited = false;
  announced.endsMs = nowMs + lastsMs;
}

/** `text` says something else now, which may be what a save writes that was asked for before. */
export function noteChange(text: EditedText, nowMs = performance.now()): void {
  const intent = liveIntent(text, nowMs);
  if (intent) {
    intent.texts.push(text.getText());
    intent.texts.splice(0, intent.texts.length - maxTexts);
  }
}

/** `text` has nothing unsaved: a save that was announced was written before, or given up. */
export function noteClean(text: EditedText): void {
  if (intents.get(text)?.isAwaited === false) {
    intents.delete(text);
  }
}

/** Tells whether somebody asked for the save that writes `written`. Each is for one write. */
export function takeIntent(text: EditedText, written: string, nowMs = performance.now()): boolean {
  const isMeant = liveIntent(text, nowMs)?.texts.some((each) => isSameText(each, written)) ?? false;
  if (isMeant) {
    intents.delete(text);
  }
  return isMeant;
}

/** The save of `intent` is over, whether or not it was written. */
export function endIntent(text: EditedText, intent: SaveIntent): void {
  if (intents.get(text) === intent) {
    intents.delete(text);
  }
}

function liveIntent(text: EditedText, nowMs: number): SaveIntent | undefined {
  const intent = intents.get(text);
  if (intent && intent.endsMs <= nowMs) {
    intents.delete(text);
    return undefined;
  }
  return intent;
}
