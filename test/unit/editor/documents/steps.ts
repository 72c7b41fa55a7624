/** The artifact that a person works with, and its fields. */
export const artifactId = 512;
export const fields = { title: 101, details: 102, other: 103 } as const;
export type Field = keyof typeof fields;
/** The fields that the person and programs write. */
export type OwnField = "title" | "details";

/** The documents of the artifact: in both formats, and one long text. */
export const documents = ["json", "xml", "field"] as const;
export type Document = (typeof documents)[number];

/** The addresses of the documents in the editor. */
export const uris: Readonly<Record<Document, string>> = {
  json: `artifact://team/artifacts/${artifactId}.artifact.json`,
  xml: `artifact://team/artifacts/${artifactId}.artifact.xml`,
  field: `artifact://team/artifacts/${artifactId}/fields/${fields.details}.txt`,
};

type InDocument<K extends string> = K extends string ? { readonly do: K; readonly document: Document } : never;
type InField<K extends string> = InDocument<K> & { readonly field: OwnField };

/** What happens to a document, or around it. A document that is not open stands for the one that was shown last. */
export type Step =
  | InDocument<"open" | "save" | "switch" | "undo" | "redo" | "merge" | "keepMine" | "takeTheirs" | "discard" | "close">
  | InDocument<"language" | "agentSaves" | "programReads" | "programStats">
  /** Both fields are written without a pause between them. */
  | InDocument<"typeBoth">
  /** The last word that the person has written is taken out of the text. */
  | InDocument<"deleteOwn">
  | InField<"type" | "programWrites">
  | { readonly do: "saveAll" }
  /** A command reads the artifact, and changes a field of what it has read. */
  | { readonly do: "commandReads" }
  | { readonly do: "commandChanges"; readonly field: OwnField }
  | { readonly do: "colleague"; readonly field: Field }
  | { readonly do: "mishap"; readonly what: Mishap }
  | { readonly do: "restart"; readonly isLate: boolean }
  /** The window ends without the last `missed` backups. */
  | { readonly do: "crash"; readonly missed: number; readonly isLate: boolean }
  /** So many turns of the event loop go by, whatever is under way. */
  | { readonly do: "pause"; readonly turns: number }
  | { readonly do: "refresh" | "letGo" | "wait" | "move" };

export type Mishap = "applied" | "notApplied" | "refused";

/** `waits`: all that was begun before is over first. */
export type PacedStep = Step & { readonly waits: boolean };
