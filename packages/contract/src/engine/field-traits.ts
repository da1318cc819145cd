/** How a field is shown, entered and stored; the web chooses its control by it. */
export type FieldKind =
  | 'text'
  | 'multiline'
  | 'email'
  | 'url'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'choice'
  | 'list'
  | 'objects'
  | 'reference'

/** What is said of a field beside its schema. */
export interface FieldTraits {
  /** In the words of people, first letter large. */
  label: string
  help?: string
  unit?: string
  /** Shown in the documentation where a value cannot be made up from the kind of the field. */
  example?: string | number | boolean | null
  /** The server sets it: it is in every row and never in what is sent. */
  readOnly?: boolean
  /** Worked out whenever a row is read, such as how many others belong to it: no part of what was changed about the row. */
  derived?: boolean
  /** Of a natural person, and removed after a time: the history, which never changes, does not hold it. */
  personal?: boolean
  /**
   * The product connects to it: an address that it would never call is refused when it is saved. `public`: those of closed networks too, unless the
   * installation admits them.
   */
  called?: 'public' | 'anywhere'
  /** What it refers to may be deleted, in a way that can be undone, and goes on being named: whoever has looked after what is over. */
  outlived?: boolean
  /** Set once, at creation. */
  frozen?: boolean
  /** The server sets it once, and a row that a version brings back has it again. */
  lasting?: boolean
  /** May be set as long as it is empty; the database holds under which conditions. */
  once?: boolean
  /** Never shown again: a row and the history show `SECRET_MASK` if it is set, files leave it out. */
  secret?: boolean
  /** Created by the server and shown only in the response that creates it; null afterwards. */
  shownOnce?: boolean
  /**
   * Such as a cost: answered, kept in files and taken only where its area discloses it to who asks; everybody else finds it empty. It is never
   * searched, filtered or sorted by, which would tell it.
   */
  confidential?: boolean
  /** The resource whose code the text is, such as `currency`: screens offer its rows, and an import finds them by name. */
  codeOf?: string
  /**
   * In a form of a new row it takes a value of the row that another field names, such as the currency of the chosen country, until somebody
   * chooses another one. Of several, the first whose field is filled in counts.
   */
  follows?: readonly { field: string; value: string }[]
  /** Of a reference: what is missing can be created where it is chosen, from its name alone. */
  createInPlace?: boolean
  /** Part of what `search` looks through. */
  search?: boolean
  /** May be sorted by. */
  sort?: boolean
  /** May be filtered by, under its own name. */
  filter?: boolean
}
