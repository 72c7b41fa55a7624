import { attachmentPath, isComplete, isExpired } from "../fields/files.ts";
import type { Attachment, Upload } from "../state/model.ts";
import { canRead, canSeeArtifact } from "../state/permissions.ts";
import { htmlAnswer, htmlError, type RawAnswer, RestError } from "./answer.ts";
import type { ApiEnvironment, IncomingCall } from "./api.ts";
import { authenticate } from "./authentication.ts";

/** Everything of the host outside the API: attachments, and pages people would see in a browser. */
export function answerPage(call: IncomingCall, environment: ApiEnvironment): RawAnswer {
  const site = call.headers["sec-fetch-site"];
  if (site !== undefined && !["none", "same-origin"].includes(site)) {
    return {
      status: 403,
      headers: { "Content-Type": "text/plain" },
      body: Buffer.from("Request has been rejected based on its Fetch Metadata headers"),
    };
  }
  if (call.path.startsWith("/plugins/tracker/attachments/")) {
    return answerAttachment(call, environment);
  }
  if (call.path === "/account/login.php") {
    return loginPage();
  }
  return prefersHtml(call) ? loginRedirect(call) : htmlError(404);
}

export function loginPage(): RawAnswer {
  return htmlAnswer(
    200,
    '<!DOCTYPE html>\n<html lang="en"><head><title>Login</title></head><body><form method="post"><input name="form_loginname"><input name="form_pw" type="password"></form></body></html>\n',
  );
}

export function loginRedirect(call: Pick<IncomingCall, "path">): RawAnswer {
  const location = `/account/login.php?return_to=${encodeURIComponent(call.path)}`;
  return htmlAnswer(302, "", { Location: location });
}

function prefersHtml(call: IncomingCall): boolean {
  return /^\s*text\/html/.test(call.headers.accept ?? "");
}

function answerAttachment(call: IncomingCall, environment: ApiEnvironment): RawAnswer {
  const { state, clock } = environment;
  let caller: ReturnType<typeof authenticate>;
  try {
    caller = authenticate(call.headers, state, clock);
  } catch (error) {
    if (error instanceof RestError) {
      return htmlError(403);
    }
    throw error;
  }
  const attachment = attachmentAt(call.path, environment);
  const upload = uploadAt(call.path, environment);
  if (upload && upload.userId === caller?.user.id) {
    return fileAnswer({ ...upload, bytes: () => upload.received.whole() }, call.headers.range);
  }
  if (!caller || !attachment || !mayRead(attachment, caller.user, environment)) {
    return prefersHtml(call) ? loginRedirect(call) : htmlError(404);
  }
  return fileAnswer(attachment, call.headers.range);
}

function attachmentAt(path: string, { state }: ApiEnvironment): Attachment | undefined {
  return fileAt(path, state.attachments);
}

/** What is uploaded whole and not attached yet: its uploader has it at the address that the announcement told. */
function uploadAt(path: string, { state, clock }: ApiEnvironment): Upload | undefined {
  const upload = fileAt(path, state.uploads);
  return upload?.fieldId !== undefined && isComplete(upload) && !isExpired(upload, clock.nowSeconds())
    ? upload
    : undefined;
}

function fileAt<T extends { readonly id: number; readonly name: string }>(
  path: string,
  files: ReadonlyMap<number, T>,
): T | undefined {
  const match = /^\/plugins\/tracker\/attachments\/(?:preview\/)?(\d+)-(.*)$/.exec(path);
  const file = files.get(Number(match?.[1]));
  return file && decoded(match?.[2] ?? "") === decoded(attachmentPath(file).split("-").slice(1).join("-"))
    ? file
    : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function mayRead(
  attachment: Attachment,
  caller: Parameters<typeof canSeeArtifact>[1],
  { state }: Pick<ApiEnvironment, "state">,
): boolean {
  const artifact = attachment.artifactId === undefined ? undefined : state.artifact(attachment.artifactId);
  const field = artifact && state.trackerOf(artifact).fields.find((each) => each.id === attachment.fieldId);
  return !!artifact && !!field && canSeeArtifact(state, caller, artifact) && canRead(state, caller, field);
}

function fileAnswer(attachment: Pick<Attachment, "name" | "type" | "bytes">, range: string | undefined): RawAnswer {
  const bytes = attachment.bytes();
  const asciiName = attachment.name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const headers = {
    "Content-Type": attachment.type,
    "Content-Disposition": `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=0, must-revalidate",
    "X-Content-Type-Options": "nosniff",
  };
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? "");
  if (!match || (match[1] === "" && match[2] === "")) {
    return { status: 200, headers, body: bytes };
  }
  const isSuffix = match[1] === "";
  const start = isSuffix ? Math.max(bytes.length - Number(match[2]), 0) : Number(match[1]);
  const end = isSuffix || match[2] === "" ? bytes.length - 1 : Math.min(Number(match[2]), bytes.length - 1);
  if (start > end) {
    return htmlError(502);
  }
  return {
    status: 206,
    headers: { ...headers, "Content-Range": `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  };
}
