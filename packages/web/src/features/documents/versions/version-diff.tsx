import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { MAIN } from '../template.ts'
import { type DiffGap, type DiffLine, lineDiff } from './line-diff.ts'
import type { VersionDrawerProps } from './version-drawer.tsx'

/** What the draft changes of a version, source by source; its source can become that of the draft again. */
export function VersionDiff({ template, draft, mayChange, number }: VersionDrawerProps & { number: number }) {
  const query = useQuery({
    queryKey: ['template-versions', template.id, number],
    queryFn: ({ signal }) => {
      const params = { id: template.id, number: String(number) }
      return callApi(api.templateVersion, { params }, { signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isError) {
    return <FailedState what={t('documents.versions')} error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!query.data) return <Skeleton className="mt-2 h-24" />
  const { sources } = query.data
  const changed = Object.entries(sources).filter(([name, source]) => draft.textOf(name) !== source)
  const restore = () => {
    draft.set(MAIN, sources[MAIN] ?? '')
    showToast({ message: t('documents.restoredIntoDraft', { number }) })
  }
  return (
    <div className="mt-2 grid gap-2">
      {changed.length === 0 && <p className="text-text-2">{t('documents.draftIsTheSame')}</p>}
      {changed.map(([name, source]) => (
        <SourceDiff key={name} name={name} older={source} newer={draft.textOf(name)} />
      ))}
      {mayChange && sources[MAIN] !== undefined && sources[MAIN] !== draft.textOf(MAIN) && (
        <Button size="dense" className="justify-self-start" onClick={restore}>
          {t('documents.restoreIntoDraft')}
        </Button>
      )}
    </div>
  )
}

const looks: Record<DiffLine['kind'], { mark: string; className: string }> = {
  same: { mark: ' ', className: 'text-text-2' },
  added: { mark: '+', className: 'bg-ok-soft text-ok' },
  removed: { mark: '−', className: 'bg-bad-soft text-bad' },
}

function SourceDiff({ name, older, newer }: { name: string; older: string; newer: string }) {
  const lines = useMemo(() => lineDiff(older, newer), [older, newer])
  return (
    <figure>
      <figcaption className="mb-1 text-12 font-[550] text-text-2">{t('documents.changesOfDraft', { name })}</figcaption>
      <section
        aria-label={t('documents.changesOfDraft', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="overflow-auto rounded-control border border-line font-mono text-11"
      >
        <ul className="w-max min-w-full">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names and never move
            <DiffRow key={index} line={line} />
          ))}
        </ul>
      </section>
    </figure>
  )
}

function DiffRow({ line }: { line: DiffLine | DiffGap }) {
  if (line.kind === 'gap') {
    return (
      <li className="bg-surface-2 px-2 py-0.5 text-text-2">{t('documents.linesTheSame', { count: line.count })}</li>
    )
  }
  const { mark, className } = looks[line.kind]
  return (
    <li className={`grid grid-cols-[3rem_1ch_auto] gap-x-2 px-2 whitespace-pre ${className}`}>
      <span className="text-end tabular-nums">{line.number}</span>
      <span>{mark}</span>
      <span>{line.text}</span>
    </li>
  )
}
