import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import type { EntryState, OutboxEntry } from '../../../lib/offline/outbox.ts'
import type { EntryLine, WayOn } from '../../../lib/offline/outbox-kind.ts'
import { kindOf, outboxOf, sendWaiting } from '../../../lib/offline/own-outbox.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

const states: Readonly<Record<EntryState, { tone: Tone; word: string }>> = {
  draft: { tone: 'unk', word: t('outbox.draft') },
  waiting: { tone: 'info', word: t('outbox.waiting') },
  conflict: { tone: 'bad', word: t('outbox.conflict') },
  refused: { tone: 'bad', word: t('outbox.refused') },
}

/** One entry: what was entered, what is there now where that is another version, and what can be done. */
export function OutboxRow({ owner, entry }: { owner: string; entry: OutboxEntry }) {
  const router = useRouter()
  const outbox = outboxOf(owner)
  const [isRemoving, setRemoving] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const kind = useQuery({
    queryKey: ['outbox', 'kind', entry.kind],
    queryFn: async () => (await kindOf(entry.kind)) ?? null,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  if (!kind) return null
  const { tone, word } = states[entry.state]
  const once = (work: () => Promise<unknown>) => async () => {
    if (isBusy) return
    setBusy(true)
    await work().finally(() => setBusy(false))
  }
  const change = once(async () => {
    const draft = await outbox.reopen(entry.id)
    if (draft !== undefined) await router.navigate({ href: kind.addressOf(draft) })
  })
  const goOn = ({ value, next }: WayOn) =>
    once(async () => {
      const draft = await outbox.reopen(entry.id)
      if (draft === undefined) return
      await outbox.keep({ ...draft, state: next === 'send' ? 'waiting' : 'draft', value })
      if (next === 'send') await sendWaiting(owner)
      else await router.navigate({ href: kind.addressOf({ ...draft, value }) })
    })
  const ways = entry.state === 'conflict' ? kind.waysOn(entry) : []
  return (
    <li className="grid gap-3 rounded-panel border border-line bg-surface px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="min-w-48 flex-1 wrap-anywhere">{kind.titleOf(entry)}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="text-12 text-text-2">
        {t('outbox.changedAt')} <DateLabel value={new Date(entry.changedAt).toISOString()} mode="absolute" />
      </p>
      {entry.reason !== undefined && <Alert tone="bad">{entry.reason}</Alert>}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Version title={t('outbox.yours')} lines={kind.linesOf(entry)} />
        {entry.state === 'conflict' && <Version title={t('outbox.thereNow')} lines={kind.currentLinesOf(entry)} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={() => setRemoving(true)}>
          {t('outbox.remove')}
        </Button>
        {entry.becomes === undefined && (
          <Button busy={isBusy} onClick={() => void change()}>
            {entry.state === 'draft' ? t('outbox.goOn') : t('outbox.change')}
          </Button>
        )}
        {ways.map((way, place) => (
          <Button
            key={way.label}
            variant={place === ways.length - 1 ? 'primary' : 'standard'}
            busy={isBusy}
            onClick={() => void goOn(way)()}
          >
            {way.label}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        open={isRemoving}
        title={t('outbox.removeIt')}
        confirm={t('outbox.remove')}
        onCancel={() => setRemoving(false)}
        onConfirm={() => void outbox.remove(entry.id)}
      >
        {t('outbox.removeAbout')}
      </ConfirmDialog>
    </li>
  )
}

function Version({ title, lines }: { title: string; lines: readonly EntryLine[] }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="text-13 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1 text-13">
        {lines.map(({ label, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry never change their places, and two may read the same
          <div key={place} className="contents">
            <dt className="text-text-2 wrap-anywhere">{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
