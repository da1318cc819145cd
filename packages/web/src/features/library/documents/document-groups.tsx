import { t } from '@packhouse/messages'
import { type ReactNode, useId } from 'react'
import { type DocumentKind, kindWords } from './document-words.ts'

/** What the rows of a list of documents have in common. */
export interface ListedDocument {
  id: string
  kind: DocumentKind
  isSuperseded: boolean
}

interface DocumentGroupsProps<Item extends ListedDocument> {
  documents: readonly Item[]
  children: (document: Item) => ReactNode
}

/** Documents by kind, in the order in which they came; those that were superseded are folded away below the others. */
export function DocumentGroups<Item extends ListedDocument>({ documents, children }: DocumentGroupsProps<Item>) {
  const kinds = (Object.keys(kindWords) as DocumentKind[]).filter((kind) => documents.some((one) => one.kind === kind))
  return kinds.map((kind) => (
    <Group key={kind} kind={kind} documents={documents.filter((one) => one.kind === kind)}>
      {children}
    </Group>
  ))
}

function Group<Item extends ListedDocument>({
  kind,
  documents,
  children,
}: DocumentGroupsProps<Item> & { kind: DocumentKind }) {
  const id = useId()
  const newest = documents.filter(({ isSuperseded }) => !isSuperseded)
  const older = documents.filter(({ isSuperseded }) => isSuperseded)
  return (
    <section aria-labelledby={id} className="border-t border-line px-4 py-3">
      <h3 id={id} className="text-13 font-semibold">
        {kindWords[kind]}
      </h3>
      <ul className="grid">{newest.map(children)}</ul>
      {older.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-control py-1.5 text-13 text-text-2 max-md:py-3">
            {t('library.supersededCount', { count: older.length })}
          </summary>
          <ul className="grid">{older.map(children)}</ul>
        </details>
      )}
    </section>
  )
}
