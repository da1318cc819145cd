import { type ListedRow, machineDocuments } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RefObject, useRef, useState } from 'react'
import { useFiles } from '../../../resource/files/use-files.ts'
import { useDelete } from '../../../resource/use-delete.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DocumentForm } from './document-form.tsx'
import { DocumentGroups } from './document-groups.tsx'
import { DocumentRow } from './document-row.tsx'
import { StaffFiles } from './staff-files.tsx'
import { useLibraryDocuments } from './use-library-documents.ts'

export type LibraryDocument = ListedRow<typeof machineDocuments>

/** What is being added: nothing, a document, or a revision of one. */
type Adding = 'nothing' | 'document' | LibraryDocument

/** The documents of a library machine by kind, with new ones and new revisions. @param id of the library machine */
export function LibraryMachineDocuments({ id, className = '' }: { id: string; className?: string }) {
  const query = useLibraryDocuments(id)
  const access = usePermission(machineDocuments.calls.create)
  const mayDelete = usePermission(machineDocuments.calls.remove).allowed
  const deletion = useDelete({ resource: machineDocuments, view: {}, onDeleted: () => opener.current?.focus() })
  const [adding, setAdding] = useState<Adding>('nothing')
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAdding('nothing')
    opener.current?.focus()
  }
  const documents = (query.data?.pages ?? []).flatMap((page) =>
    page.items.map((one) => ({ ...one, isSuperseded: one.superseded })),
  )
  return (
    <PanelFrame
      className={className}
      title={t('library.documents')}
      aside={
        access.allowed && (
          <Button ref={opener} size="dense" aria-expanded={adding === 'document'} onClick={() => setAdding('document')}>
            {t('library.addDocument')}
          </Button>
        )
      }
    >
      {adding === 'document' && <DocumentForm libraryMachineId={id} onDone={close} />}
      {query.isPending && <Skeleton className="mx-4 mb-4 h-24" />}
      {query.isError && <PanelFailure what={t('library.theDocuments')} onRetry={() => void query.refetch()} />}
      {query.data && documents.length === 0 && (
        <p className="px-4 pb-4 text-text-2">{t('library.noDocumentsOfModel')}</p>
      )}
      <DocumentGroups documents={documents}>
        {(document) => (
          <StaffRow
            key={document.id}
            document={document}
            isRevising={typeof adding === 'object' && adding.id === document.id}
            onRevise={access.allowed ? () => setAdding(document) : undefined}
            onDelete={mayDelete ? () => deletion.ask([document]) : undefined}
            onDone={() => setAdding('nothing')}
          />
        )}
      </DocumentGroups>
      {deletion.dialogs}
      {query.hasNextPage && (
        <div className="px-4 pb-4">
          <Button size="dense" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('library.showMoreDocuments')}
          </Button>
        </div>
      )}
    </PanelFrame>
  )
}

interface StaffRowProps {
  document: LibraryDocument & { isSuperseded: boolean }
  isRevising: boolean
  /** Absent for who may not add documents. */
  onRevise: (() => void) | undefined
  /** Absent for who may not delete documents. */
  onDelete: (() => void) | undefined
  onDone: () => void
}

function StaffRow({ document, isRevising, onRevise, onDelete, onDone }: StaffRowProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    onDone()
    opener.current?.focus()
  }
  return (
    <>
      <DocumentRow
        {...document}
        files={<StaffFiles id={document.id} />}
        acts={<StaffActs {...{ document, isRevising, onRevise, onDelete, opener }} />}
      />
      {isRevising && (
        <li>
          <DocumentForm libraryMachineId={document.libraryMachineId ?? ''} supersedes={document} onDone={close} />
        </li>
      )}
    </>
  )
}

type StaffActsProps = Omit<StaffRowProps, 'onDone'> & { opener: RefObject<HTMLButtonElement | null> }

function StaffActs({ document, isRevising, onRevise, onDelete, opener }: StaffActsProps) {
  const { title, superseded, visibility } = document
  const files = useFiles(machineDocuments, document.id)
  // A public document stays as soon as it has a file.
  const stays = visibility === 'public' && files.data?.pages.every(({ items }) => items.length === 0) !== true
  return (
    <>
      {onRevise !== undefined && !superseded && (
        <Button
          ref={opener}
          size="dense"
          aria-expanded={isRevising}
          aria-label={t('library.newRevisionOf', { title })}
          onClick={onRevise}
        >
          {t('library.newRevision')}
        </Button>
      )}
      {onDelete !== undefined && !stays && (
        <Button size="dense" variant="quiet" aria-label={t('resource.delete', { name: title })} onClick={onDelete}>
          {t('resource.removal', { kind: 'delete' })}
        </Button>
      )}
    </>
  )
}
