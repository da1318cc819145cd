import { type CompatibilityPair, EVIDENCE_MONTHS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { lineIcon } from '../../../ui/icon.tsx'
import { DraftInput, DraftNotes, DraftSelect, DrawerPart, LinkButton } from './draft-field.tsx'
import { evidenceOptions, evidenceWords } from './evidence-words.ts'
import type { PartProps } from './pair-form.tsx'
import { useMachineDocuments, usePeople } from './use-pair-choices.ts'

const FileIcon = /* @__PURE__ */ lineIcon('M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6')

export interface EvidencePartProps extends PartProps {
  pair: CompatibilityPair
  isEditing: boolean
  onEdit: () => void
}

/** What the answer rests on, who confirmed it and when. */
export function EvidencePart({ pair, isEditing, onEdit, ...part }: EvidencePartProps) {
  const { cell } = pair
  return (
    <DrawerPart
      title={t('matrix.evidence')}
      aside={cell?.stale && <Badge tone="warn">{t('matrix.staleSince', { months: EVIDENCE_MONTHS })}</Badge>}
    >
      {isEditing ? (
        <EvidenceFields {...part} machineId={pair.machine.id} />
      ) : (
        <>
          <EvidenceWords pair={pair} />
          {part.mayChange && (
            <LinkButton onClick={onEdit}>
              {cell?.evidence ? t('matrix.changeEvidence') : t('matrix.addEvidence')}
            </LinkButton>
          )}
        </>
      )}
    </DrawerPart>
  )
}

function EvidenceWords({ pair: { cell, machine } }: { pair: CompatibilityPair }) {
  const documents = useMachineDocuments(machine.id)
  const people = usePeople()
  const nameOf = (options: readonly { value: string; label: string }[], id: string | null) =>
    options.find(({ value }) => value === id)?.label
  if (cell === null || (cell.evidence === null && cell.verifiedOn === null && cell.documentId === null)) {
    return <p className="text-13 text-text-2">{t('matrix.noEvidence')}</p>
  }
  const document = nameOf(documents, cell.documentId)
  const person = nameOf(people, cell.verifiedById)
  const day = formatPlainDate(cell.verifiedOn)
  return (
    <div className="flex gap-2.5 text-13">
      <FileIcon className="mt-px text-text-3" />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {cell.evidence !== null && <b className="font-semibold">{evidenceWords[cell.evidence]}</b>}
          {document !== undefined && <span> {document}</span>}
        </p>
        {cell.verifiedOn !== null && (
          <p className="text-12 text-text-2">
            {person === undefined ? t('matrix.confirmedOn', { day }) : t('matrix.confirmedOnBy', { day, person })}
          </p>
        )}
        {cell.notes !== null && <p className="mt-1 wrap-anywhere whitespace-pre-line text-text-2">{cell.notes}</p>}
      </div>
    </div>
  )
}

function EvidenceFields({ draft, onChange, machineId }: PartProps & { machineId: string }) {
  const documents = useMachineDocuments(machineId)
  const people = usePeople()
  return (
    <div className="grid grid-cols-2 gap-x-2.5 gap-y-2">
      <DraftSelect
        label={t('matrix.evidence')}
        value={draft.evidence}
        empty={t('matrix.none')}
        options={evidenceOptions}
        onChange={(value) => onChange({ evidence: value as typeof draft.evidence })}
      />
      <DraftInput
        kind="date"
        label={t('matrix.confirmedOnLabel')}
        value={draft.verifiedOn}
        onChange={(verifiedOn) => onChange({ verifiedOn })}
      />
      <DraftSelect
        label={t('matrix.document')}
        value={draft.documentId}
        empty={t('matrix.none')}
        options={documents}
        onChange={(documentId) => onChange({ documentId })}
      />
      <DraftSelect
        label={t('matrix.confirmedBy')}
        value={draft.verifiedById}
        empty={t('matrix.nobody')}
        options={people}
        onChange={(verifiedById) => onChange({ verifiedById })}
      />
      <div className="col-span-2">
        <DraftNotes label={t('matrix.notes')} value={draft.notes} onChange={(notes) => onChange({ notes })} />
      </div>
    </div>
  )
}
