import { t } from '@packhouse/messages'
import { useId } from 'react'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import { CheckIcon, PlusIcon } from '../../../ui/tool-icons.tsx'
import { filterWithMachine, valuesIn } from './message-values.ts'
import type { StudioMessage, useMessages } from './use-messages.ts'
import type { Studio } from './use-studio.ts'

const SHOWN = 12

interface MessagePanelProps {
  incoming: ReturnType<typeof useMessages>
  studio: Studio
}

/** The incoming messages, and the values of one of them: a press on a value creates an entry. */
export function MessagePanel({ incoming, studio }: MessagePanelProps) {
  const { messages, shown, isPaused, setIsPaused } = incoming
  return (
    <Panel className="min-w-0 lg:sticky lg:top-12 lg:max-h-[calc(70dvh-170px)] lg:overflow-auto">
      <PanelHead title={t('telemetry.messages')}>
        <Button size="dense" aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? t('telemetry.paused') : t('telemetry.pause')}
        </Button>
      </PanelHead>
      {incoming.error && (
        <p role="alert" className="px-4 pb-3 text-13 text-bad">
          {t('telemetry.theMessagesCouldNotBeRead')}
        </p>
      )}
      {shown === undefined && !incoming.isPending && (
        <p className="px-4 pb-3 text-13 text-text-2">{t('telemetry.nothingHasComeYetMessagesOf')}</p>
      )}
      <ul aria-label={t('telemetry.messages')} className="max-h-56 overflow-auto border-t border-line">
        {messages.slice(0, SHOWN).map((message) => (
          <li key={message.id}>
            <button
              type="button"
              aria-pressed={message === shown}
              onClick={() => incoming.choose(message.id)}
              className="flex min-h-9 w-full items-center gap-2 border-s-[3px] border-transparent px-3 py-1.5 text-start text-12 hover:bg-surface-3 focus-visible:-outline-offset-2 aria-pressed:border-kraft aria-pressed:bg-kraft-soft max-md:min-h-11"
            >
              <span className="code min-w-0 flex-1 wrap-anywhere">{message.topic}</span>
              {message.receivedAt && <DateLabel value={message.receivedAt} className="shrink-0 text-text-2" />}
            </button>
          </li>
        ))}
      </ul>
      {shown?.route !== undefined && studio.map.source === 'json' && (
        <MachineLevel route={shown.route} studio={studio} />
      )}
      {shown && <Values message={shown} studio={studio} />}
      <OwnMessage incoming={incoming} />
    </Panel>
  )
}

/** Which level of the topic is the machine: a press on one makes the filter of the map. */
function MachineLevel({ route, studio }: { route: string; studio: Studio }) {
  // What is below our own topic names its machine already.
  if (route.startsWith('packhouse/')) return null
  if (studio.machineId !== '') {
    return (
      <div className="border-t border-line px-4 py-3">
        <Button size="dense" disabled={studio.topicFilter === route} onClick={() => studio.setTopicFilter(route)}>
          {t('telemetry.readThisTopic')}
        </Button>
      </div>
    )
  }
  const levels = route.split('/')
  const place = studio.topicFilter.split('/').indexOf('{machineID}')
  return (
    <fieldset className="border-t border-line px-4 py-3">
      <legend className="float-left mb-1 w-full text-12 text-text-2">
        {t('telemetry.pressTheLevelThatIsTheMachine')}
      </legend>
      <div className="clear-both flex flex-wrap items-center gap-1">
        {levels.map((level, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
          <span key={index} className="flex items-center gap-1">
            {index > 0 && <span aria-hidden="true">/</span>}
            <Button
              size="dense"
              aria-pressed={index === place}
              onClick={() => studio.setTopicFilter(filterWithMachine(route, index))}
              className="code aria-pressed:border-kraft aria-pressed:bg-kraft-soft"
            >
              {level === '' ? t('telemetry.emptyLevel') : level}
            </Button>
          </span>
        ))}
      </div>
    </fieldset>
  )
}

function Values({ message, studio }: { message: StudioMessage; studio: Studio }) {
  const values = valuesIn(message.payload)
  const mapped = new Set(studio.drafts.map(({ address }) => address))
  if (values === undefined) {
    return (
      <div className="border-t border-line p-4 text-13">
        <p className="mb-2 text-text-2">{t('telemetry.thisIsNoJsonSoThat')}</p>
        <pre className="max-h-40 overflow-auto wrap-anywhere whitespace-pre-wrap">
          {message.payload.slice(0, 2_000)}
        </pre>
      </div>
    )
  }
  return (
    <div className="border-t border-line">
      <h3 className="px-4 pt-3 pb-1">{t('telemetry.values')}</h3>
      <p className="px-4 pb-2 text-12 text-text-2">{t('telemetry.pressOneToMakeAnEntry')}</p>
      <ul aria-label={t('telemetry.valuesOfTheMessage')} className="max-h-96 overflow-auto pb-2">
        {values.map(({ address, value }) => (
          <li key={address}>
            <button
              type="button"
              onClick={() => studio.add(address, value)}
              className="flex min-h-8 w-full items-center gap-2 px-4 py-1 text-start text-13 hover:bg-surface-3 focus-visible:-outline-offset-2 max-md:min-h-11"
            >
              <span className="sr-only">
                {mapped.has(address)
                  ? t('telemetry.mapAgain', { address, value: JSON.stringify(value) })
                  : t('telemetry.map', { address, value: JSON.stringify(value) })}
              </span>
              {mapped.has(address) ? (
                <CheckIcon size={14} className="shrink-0 text-ok" />
              ) : (
                <PlusIcon size={14} className="shrink-0 text-text-2" />
              )}
              <span aria-hidden="true" className="code min-w-0 flex-1 wrap-anywhere">
                {address}
              </span>
              <bdi aria-hidden="true" className="max-w-[45%] truncate text-text-2 tabular-nums">
                {JSON.stringify(value)}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function OwnMessage({ incoming }: Pick<MessagePanelProps, 'incoming'>) {
  const id = useId()
  return (
    <details className="border-t border-line px-4 py-3 text-13">
      <summary className="cursor-pointer font-[550] max-md:min-h-11">{t('telemetry.tryAMessageOfYourOwn')}</summary>
      <label htmlFor={id} className="mt-2 mb-1 block text-12 font-[550] text-text-2">
        {t('telemetry.message')}
      </label>
      <textarea
        id={id}
        rows={5}
        spellCheck={false}
        value={incoming.own}
        onChange={(event) => incoming.setOwn(event.target.value)}
        className="w-full rounded-control border border-control bg-surface p-2 text-13 text-text max-md:text-16"
      />
    </details>
  )
}
