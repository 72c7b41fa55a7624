import { type Mutation, mutation } from "./mutation.ts";

const upload = "src/core/upload";
const ofTus = "core/upload/tusUpload.test.ts";
const ofUploadRoutes = "core/service/uploads.test.ts";
const ofAttaching = "core/upload/attachIds.test.ts";

/** Of what files that go up promise. */
export const ofUploads: readonly Mutation[] = [
  mutation(
    "a file goes to no other origin",
    "src/core/service/uploads.ts",
    'origin: url?.origin ?? "null",',
    "origin: session.origin,",
    ofUploadRoutes,
  ),
  mutation(
    "a file that goes nowhere is not taken for complete",
    "src/core/service/uploads.ts",
    " || (address === undefined && sizeBytes > 0)",
    "",
    ofUploadRoutes,
  ),
  mutation(
    "an announcement whose answer breaks off is made again",
    "src/core/service/uploads.ts",
    "if (isSuccess(answer) && answer.isCutShort) {",
    "if (false) {",
    ofTus,
  ),
  mutation(
    "a streamed body has no deadline while it moves",
    "src/core/service/transport.ts",
    "const deadline = request.content ? {} : {",
    "const deadline = {",
    ofUploadRoutes,
  ),
  mutation(
    "what leaves keeps the silence from counting",
    "src/core/service/outgoing.ts",
    "      yield chunk;\n      this.#patience.pause();\n",
    "      yield chunk;\n",
    ofUploadRoutes,
  ),
  mutation(
    "an upload goes on from what the service has",
    `${upload}/tusUpload.ts`,
    "this.#offset ??= this.#plausible(await service.readUploadOffset(address, signal));",
    "this.#offset ??= this.#plausible((await service.readUploadOffset(address, signal)) * 0);",
    ofTus,
  ),
  mutation(
    "an upload that is gone begins anew once",
    `${upload}/tusUpload.ts`,
    "if (!isGone || this.#isRenewed) {",
    "if (!isGone) {",
    ofTus,
  ),
  mutation(
    "two files of a window share no upload",
    `${upload}/tusUpload.ts`,
    "if (claimed.get(announced.id) === claim) {",
    "if (false) {",
    ofTus,
  ),
  mutation(
    "what another upload left behind is not taken for this file",
    `${upload}/tusUpload.ts`,
    "return (await this.#dependencies.service.readUploadOffset(address, signal)) === 0;",
    "return (await this.#dependencies.service.readUploadOffset(address, signal)) >= 0;",
    ofTus,
  ),
  mutation(
    "a complete upload that a text may name is left alone",
    `${upload}/tusUpload.ts`,
    "if ((await service.readUploadOffset(address, signal)) >= this.sizeBytes) {",
    "if ((await service.readUploadOffset(address, signal)) > this.sizeBytes) {",
    ofTus,
  ),
  mutation(
    "a file that changed on the way is told",
    `${upload}/watchedSource.ts`,
    "if (sizeBytes !== this.#first.sizeBytes || writtenAtMs !== this.#first.writtenAtMs) {",
    "if (sizeBytes !== this.#first.sizeBytes) {",
    ofTus,
  ),
  mutation(
    "a file that failed is taken back",
    `${upload}/tusUpload.ts`,
    "          await this.takeBack();\n",
    "",
    ofTus,
  ),
  mutation(
    "a chunk of a temporary file is stored once",
    `${upload}/temporaryUpload.ts`,
    "const has = isDoubtful && ",
    "const has = false && ",
    "core/upload/temporaryUpload.test.ts",
  ),
  mutation(
    "a file over the limit is refused before anything is sent",
    `${upload}/uploads.ts`,
    "if (largestUploadBytes !== undefined && file.sizeBytes > largestUploadBytes) {",
    "if (file.sizeBytes > Number.MAX_VALUE) {",
    "core/upload/uploads.test.ts",
  ),
  mutation(
    "attaching keeps what is attached",
    `${upload}/attachIds.ts`,
    "const all = [...(files?.members.values() ?? []), ",
    "const all = [",
    ofAttaching,
  ),
  mutation(
    "attaching goes on over what somebody else did in between",
    `${upload}/attachIds.ts`,
    'if (outcome.kind !== "conflict" || tries === mostTries) {',
    "if (tries <= mostTries) {",
    ofAttaching,
  ),
  mutation(
    "a link takes no address that is not of the service's own",
    `${upload}/linkText.ts`,
    "const address = isOwn ? contentUrl :",
    "const address = contentUrl !== undefined ? contentUrl :",
    "core/upload/linkText.test.ts",
  ),
];
