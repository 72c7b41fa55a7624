import { badRequest, RestError } from "../server/answer.ts";
import type { Attachment, Field, Upload } from "../state/model.ts";
import { toInteger } from "../wire/bodyShape.ts";
import { type AcceptContext, type Accepted, expectKind, type FieldKind } from "./fieldKind.ts";

export const fileKind: FieldKind = {
  read: (_, value, { state }) => ({
    file_descriptions: (expectKind(value, "files")?.ids ?? []).flatMap((id) => {
      const attachment = state.attachments.get(id);
      return attachment ? [describeFile(attachment)] : [];
    }),
  }),
  accept: (field, entry, context) => {
    const { value } = entry;
    if (!Array.isArray(value)) {
      throw formatError(field);
    }
    const ids = [...new Set(value.map((id) => acceptId(field, id, context)))];
    const accepted: Accepted = { value: { kind: "files", ids }, commit: () => undefined };
    return accepted;
  },
  isEmpty: (value) => expectKind(value, "files")?.ids.length === 0,
};

function formatError(field: Field): Error {
  return badRequest(
    `Invalid format for file field "${field.id}".  Correct format is {"field_id" : 425, "value" : [457, 258]}`,
  );
}

function acceptId(field: Field, value: unknown, { state, artifact, caller, now }: AcceptContext): number {
  const id = toInteger(value);
  if (id === undefined) {
    throw formatError(field);
  }
  const attachment = state.attachments.get(id);
  if (attachment?.artifactId !== undefined && attachment.artifactId !== artifact?.id) {
    throw RestError.of(500, `File #${id} is already linked to artifact #${attachment.artifactId}`);
  }
  const upload = state.uploads.get(id);
  const isWaiting = upload?.userId === caller?.id && isComplete(upload) && !isExpired(upload, now);
  if (!attachment && !isWaiting) {
    throw RestError.of(404, `File #${id} not found`);
  }
  return id;
}

/** Of files uploaded the old way every part makes a whole: nobody says how many will follow. */
export function isComplete(upload: Upload | undefined): upload is Upload {
  return upload !== undefined && upload.received.length >= upload.sizeBytes;
}

/** Unattached, an upload goes after four hours, a temporary file after three days. */
export function isExpired({ fieldId, createdOn }: Upload, nowSeconds: number): boolean {
  const lifetimeSeconds = fieldId === undefined ? 3 * 24 * 3600 : 4 * 3600;
  return createdOn + lifetimeSeconds < nowSeconds;
}

export function attachmentPath(attachment: Pick<Attachment, "id" | "name">): string {
  return `/plugins/tracker/attachments/${attachment.id}-${encodeName(attachment.name)}`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function describeFile(attachment: Attachment): Record<string, unknown> {
  const isPicture = /^image\/(png|jpe?g|gif)$/.test(attachment.type);
  return {
    id: attachment.id,
    submitted_by: attachment.submittedBy,
    description: attachment.description,
    name: attachment.name,
    size: attachment.sizeBytes,
    type: attachment.type,
    html_url: attachment.foreignUrl ?? attachmentPath(attachment),
    html_preview_url: isPicture
      ? `/plugins/tracker/attachments/preview/${attachment.id}-${encodeName(attachment.name)}`
      : null,
    uri: `artifact_files/${attachment.id}`,
  };
}
