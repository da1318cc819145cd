import { promises } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { usePermission } from '../../resource/use-permission.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { figureWords, resultViews } from './promise-words.ts'
import { DEFAULT_WEEKS, usePromises } from './use-promises.ts'

/** What was promised of a machine and whether it is kept, on the machine's page. */
export function MachinePromisesPanel({ id }: { id: string }) {
  const { data } = usePromises(id, DEFAULT_WEEKS)
  const adding = usePermission(promises.calls.create)
  if (data === undefined || (data.promises.length === 0 && !adding.allowed)) return null
  return (
    <PanelFrame
      title={t('promises.promiseAndActual')}
      empty={data.promises.length === 0 && t('promises.nothingPromised')}
      aside={
        <AppLink
          href={`/machines/${encodeURIComponent(id)}/promises`}
          className="inline-flex items-center text-13 underline underline-offset-3 max-md:min-h-11"
        >
          {data.promises.length === 0 ? t('promises.addThem') : t('promises.openThem')}
        </AppLink>
      }
    >
      <ul className="grid xl:grid-cols-2">
        {data.promises.map(({ id: promise, name, figure, unit, live, result }) => {
          const { tone, word, icon } = resultViews[result]
          return (
            <li
              key={promise}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-13 xl:odd:border-e"
            >
              <span className="min-w-24 flex-1 wrap-anywhere" translate="no">
                {name}
              </span>
              <span className="text-text-2 tabular-nums">
                {live === null
                  ? t('promises.promisedFigure', { figure: figureWords(figure), unit })
                  : t('promises.liveOfPromised', { live: figureWords(live.value), figure: figureWords(figure), unit })}
              </span>
              <Badge tone={tone} icon={icon}>
                {word}
              </Badge>
            </li>
          )
        })}
      </ul>
    </PanelFrame>
  )
}
