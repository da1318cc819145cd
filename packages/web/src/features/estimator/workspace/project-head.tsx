import { customers } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { useOption } from '../../../resource/use-choices.ts'
import { wordOfChoice } from '../../../resource/words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EditIcon, UndoIcon } from '../../../ui/tool-icons.tsx'
import { PeopleHere } from '../lock/people-here.tsx'
import { useProjectQuotes } from '../quote/use-project-quotes.ts'
import { SaveWords } from './save-words.tsx'
import { useOpenPart } from './use-open-part.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

/** What the project is, and what acts on all of it. */
export function ProjectHead() {
  const { store, editing, lock } = useWorkspace()
  const project = useSheet((one) => one.project)
  const canUndo = useSheet((one) => one.canUndo)
  const canRedo = useSheet((one) => one.canRedo)
  const { open } = useOpenPart()
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <h1 className="flex flex-wrap items-center gap-x-2.5 text-[22px] leading-7">
          <span className="min-w-0 break-words">{project.title}</span>
          <Badge tone="plain">{wordOfChoice(project.status)}</Badge>
          {project.status === 'sent' && <DeclinedBadge id={project.id} />}
        </h1>
        <Facts />
      </div>
      <div className="flex flex-wrap items-center gap-2 text-12 text-text-2">
        <PeopleHere people={lock.people} />
        {editing && <SaveWords />}
        {editing && (
          <>
            <Button
              size="dense"
              disabled={!canUndo}
              aria-label={t('estimator.undo')}
              title={`${t('estimator.undo')} (Ctrl+Z)`}
              onClick={() => store.undo()}
            >
              <UndoIcon size={14} />
            </Button>
            <Button
              size="dense"
              disabled={!canRedo}
              aria-label={t('estimator.redo')}
              title={`${t('estimator.redo')} (Ctrl+Shift+Z)`}
              onClick={() => store.redo()}
            >
              <UndoIcon size={14} className="-scale-x-100" />
            </Button>
          </>
        )}
        <Button size="dense" onClick={() => open({ kind: 'project' })}>
          <EditIcon size={14} />
          {t('estimator.projectSettings')}
        </Button>
      </div>
    </div>
  )
}

/** That the customer has declined what was sent, and has nothing else that is open. */
function DeclinedBadge({ id }: { id: string }) {
  const links = useProjectQuotes(id).data?.links.filter(({ state }) => state !== 'withdrawn') ?? []
  const isDeclined = links.length > 0 && links.every(({ state }) => state === 'declined')
  return isDeclined ? <Badge tone="bad">{t('estimator.wasDeclined')}</Badge> : null
}

function Facts() {
  const project = useSheet((one) => one.project)
  const { option } = useOption({ resource: customers, by: 'id' }, project.customerId)
  const { number, revision, validUntil, winProbability } = project
  const facts = [
    revision === 1 ? number : t('estimator.revisionOf', { number, revision }),
    option?.label,
    validUntil === null ? undefined : t('estimator.validTo', { date: formatPlainDate(validUntil) }),
    winProbability === null ? undefined : t('estimator.winChance', { percent: winProbability }),
  ]
  return <p className="text-13 text-text-2">{facts.filter((fact) => fact !== undefined).join(' · ')}</p>
}
