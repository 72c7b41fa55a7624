import { type DocumentField, DocumentFields } from "../../../../src/core/language/documentFields.ts";
import { OptionList } from "../../../../src/core/model/optionList.ts";

const fields: readonly Omit<DocumentField, "isWritable">[] = [
  { fieldId: 1, label: "Summary", type: "string", kind: "string", names: {}, isRequired: true },
  {
    fieldId: 2,
    label: "Status",
    type: "sb",
    kind: "list",
    name: "status",
    names: { "104": "Closed (old)" },
    options: new OptionList([
      { id: 103, label: "Open", isHidden: false },
      { id: 104, label: "Closed", isHidden: true },
    ]),
  },
  { fieldId: 3, label: "Links", type: "art_link", kind: "links", names: { "9": "bug #9 It breaks" } },
  { fieldId: 4, label: "Files", type: "file", kind: "files", names: { "457": "trace.log" } },
  { fieldId: 5, label: "Tags", type: "tbl", kind: "openList", names: { "201": "red", "101_3": "Members" } },
  { fieldId: 6, label: "Groups", type: "perm", kind: "permissions", names: { "101_3": "Members" } },
  { fieldId: 7, label: "Effort", type: "float", kind: "number", names: { "12": "wrong" } },
];

/** Fields with names, for a document of theirs. */
export const knownFields = new DocumentFields(fields.map((field) => ({ ...field, isWritable: true })));
