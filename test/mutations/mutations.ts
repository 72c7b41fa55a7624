import { guarantees } from "./guarantees.ts";
import type { Mutation } from "./mutation.ts";
import { ofComments } from "./ofComments.ts";
import { ofConfirmation } from "./ofConfirmation.ts";
import { ofHistory } from "./ofHistory.ts";
import { ofThePage } from "./ofPage.ts";
import { ofRequests } from "./ofRequests.ts";
import { ofSaves } from "./ofSaves.ts";
import { ofTree } from "./ofTree.ts";
import { ofUploads } from "./ofUploads.ts";
import { ofValues } from "./ofValues.ts";
import { ofWords } from "./ofWords.ts";

export const mutations: readonly Mutation[] = [
  ...guarantees,
  ...ofSaves,
  ...ofConfirmation,
  ...ofValues,
  ...ofWords,
  ...ofRequests,
  ...ofTree,
  ...ofHistory,
  ...ofThePage,
  ...ofUploads,
  ...ofComments,
];
