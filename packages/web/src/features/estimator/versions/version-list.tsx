import { projectVersionFacts, type Version } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { decimalsOf, formatUnitPrice } from '../../../lib/format/money.ts'
import { declared } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import type { ShownProject } from '../approval/shown-project.ts'
import { TextDialog } from '../approval/text-dialog.tsx'
import { useProjectChange } from '../approval/use-project-change.ts'
import { formatAmount } from './amounts.ts'
import { reasonWords } from './version-words.ts'

interface VersionListProps {
  project: ShownProject
  versions: readonly Version[]
  /** What is compared. */
  ends: { from: string; to: string }
  onChoose: (place: string) => void
}

/** The versions of a project, newest first, with the project as it is now on top. */
export function VersionList({ project, versions, ends, onChoose }: VersionListProps) {
  const mayAdd = usePermission(declared('project').calls.addVersion).allowed
  const entry = (place: string) => ({
    isChosen: place === ends.from || place === ends.to,
    onChoose: () => onChoose(place),
  })
  return (
    <Panel>
      <PanelHead title={t('estimator.versions')}>{mayAdd && <AddButton project={project} />}</PanelHead>
      <ul aria-label={t('estimator.versions')}>
        <Entry {...entry('now')} name={t('estimator.now')} total={totalNow(project)} words={t('estimator.asItIsNow')} />
        {versions.map((version) => (
          <VersionEntry key={version.number} version={version} {...entry(String(version.number))} />
        ))}
      </ul>
    </Panel>
  )
}

/** A project comes without zeros at the end of its sums, a version with the decimals of its currency. */
function totalNow({ total, currency }: ShownProject): string {
  return formatUnitPrice(total, decimalsOf(currency))
}

type Choosing = { isChosen: boolean; onChoose: () => void }

function VersionEntry({ version, ...choosing }: Choosing & { version: Version }) {
  const { number, note, reason, createdAt, createdByName } = version
  const facts = projectVersionFacts.safeParse(version.facts)
  const words = [reasonWords(reason), createdByName, note].filter((one) => one !== null && one !== '').join(' · ')
  return (
    <Entry {...choosing} name={`v${number}`} total={facts.data && formatAmount(facts.data.total)} words={words}>
      <DateLabel value={createdAt} />
    </Entry>
  )
}

interface EntryProps extends Choosing {
  name: string
  total: string | undefined
  words: string
  children?: React.ReactNode
}

function Entry({ name, total, words, isChosen, onChoose, children }: EntryProps) {
  return (
    <li className="border-t border-line">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="grid w-full gap-0.5 border-s-2 border-transparent px-3.5 py-2.5 text-start text-13 hover:bg-surface-2 aria-pressed:border-kraft aria-pressed:bg-kraft-soft"
      >
        <span className="flex flex-wrap justify-between gap-2">
          <b className="font-semibold">{name}</b>
          <b className="font-semibold tabular-nums">{total}</b>
        </span>
        <span className="text-12 break-words text-text-2">{words}</span>
        <span className="text-12 text-text-2">{children}</span>
      </button>
    </li>
  )
}

function AddButton({ project: { id, rowVersion } }: { project: ShownProject }) {
  const [isAsking, setIsAsking] = useState(false)
  const { addVersion } = declared('project').calls
  const add = useProjectChange(
    id,
    (note: string) => callApi(addVersion, { params: { id }, body: { rowVersion, note: note === '' ? null : note } }),
    { holding: { kind: 'free' }, done: ({ number }) => t('estimator.versionStored', { number }) },
  )
  return (
    <>
      <Button size="dense" onClick={() => setIsAsking(true)}>
        <PlusIcon size={14} />
        {t('estimator.storeVersion')}
      </Button>
      {isAsking && (
        <TextDialog
          title={t('estimator.storeVersion')}
          label={t('estimator.note')}
          confirm={t('estimator.storeVersion')}
          optional
          busy={add.isPending}
          onText={(note) => add.mutate(note, { onSuccess: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
