import { type EditedText, isSameText } from "./unsaved.ts";

/** A save that somebody asked for, and that is still to be written. */
export interface SaveIntent {
  /** The words of the text from then until it is written: formatters, and whoever goes on typing, change it. */
  readonly texts: string[];
  endsMs: number;
  /** Tells whether VS Code has been asked for the save, and has not announced it yet. */
  isAwaited: boolean;
}

const intents = new WeakMap<EditedText, SaveIntent>();

/**
 * A save may be written this long after its announcement. VS Code tells extensions nothing when it gives a save up,
 * such as when the person cancels a formatter that takes part in it: a change of the text after that looks like one by
 * the formatter. Other extensions are given two seconds, and whatever else takes part is faster than this. A save that
 * is refused for taking longer loses nothing.
 */
const lastsMs = 10_000;
/** No more versions of a text are kept: a save writes the last of them, or one from some keys before. */
const maxTexts = 20;

/**
 * Has to be called when a command of the extension is about to ask VS Code for a save of `text`: one write of it may
 * follow.
 */
export function intendSave(text: EditedText, nowMs = performance.now()): SaveIntent {
  const intent = { texts: [text.getText()], endsMs: nowMs + lastsMs, isAwaited: true };
  intents.set(text, intent);
  return intent;
}

/** Has to be called when VS Code announces a save of `text` that a person asked for: one write of it may follow. */
export function announceSave(text: EditedText, nowMs = performance.now()): void {
  const intent = intents.get(text);
  const announced = intent?.isAwaited ? intent : intendSave(text, nowMs);
  announced.isAwaited = false;
  announced.endsMs = nowMs + lastsMs;
}

/** Has to be called when `text` has changed: a save that was asked for before may write this. */
export function noteChange(text: EditedText, nowMs = performance.now()): void {
  const intent = liveIntent(text, nowMs);
  if (intent) {
    intent.texts.push(text.getText());
    intent.texts.splice(0, intent.texts.length - maxTexts);
  }
}

/** Has to be called when `text` has nothing unsaved: a save that was announced was written by then, or given up. */
export function noteClean(text: EditedText): void {
  if (intents.get(text)?.isAwaited === false) {
    intents.delete(text);
  }
}

/** Tells whether somebody asked for the save that writes `written`. Each request counts for one write. */
export function takeIntent(text: EditedText, written: string, nowMs = performance.now()): boolean {
  const isMeant = liveIntent(text, nowMs)?.texts.some((each) => isSameText(each, written)) ?? false;
  if (isMeant) {
    intents.delete(text);
  }
  return isMeant;
}

/** Has to be called when the save of `intent` is over, whether or not it was written. */
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
