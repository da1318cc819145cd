import { type HealthDashboard, nodeRoles } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { DASH, formatCount } from '../../lib/format/numbers.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { RunningIcon, StoppedIcon } from '../../ui/icons.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { UnknownIcon } from '../../ui/unknown-icon.tsx'

type Node = HealthDashboard['nodes'][number]

const looks: Record<Node['state'], { tone: Tone; icon: Icon; word: string }> = {
  up: { tone: 'ok', icon: RunningIcon, word: t('health.up') },
  unknown: { tone: 'unk', icon: UnknownIcon, word: t('health.notKnown') },
  stopped: { tone: 'unk', icon: StoppedIcon, word: t('health.stopped') },
}
/** As `ROLE` is set: words of the configuration. */
const roleWords = ({ roles }: Node) => (roles.length === nodeRoles.length ? 'all' : roles.join(', '))
const head = 'px-3 py-2 text-12 font-[550] text-text-2'
const number = 'px-3 py-2 text-end tabular-nums'

/** The servers of the installation, and when each reported last. */
export function ServerTable({ nodes }: { nodes: readonly Node[] }) {
  const up = nodes.filter(({ state }) => state === 'up').length
  return (
    <Panel className="mt-3.5">
      <PanelHead title={t('health.servers')}>
        <span className="text-12 text-text-2">{t('health.upOf', { up, all: nodes.length })}</span>
      </PanelHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by the arrows */}
      <section className="overflow-x-auto" aria-label={t('health.servers')} tabIndex={0}>
        <table className="w-full min-w-[860px] text-13">
          <thead className="border-y border-line bg-surface-2 text-start">
            <tr>
              <th scope="col" className={`${head} text-start`}>
                {t('health.server')}
              </th>
              <th scope="col" className={`${head} text-start`}>
                {t('general.state')}
              </th>
              <th scope="col" className={`${head} text-start`}>
                {t('health.roles')}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t('health.lastReport')}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t('health.took')}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t('health.series')}
              </th>
              <th scope="col" className={`${head} text-start`}>
                {t('health.lastError')}
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => {
              const { tone, icon, word } = looks[node.state]
              return (
                <tr key={node.name} className="border-b border-line last:border-b-0">
                  <th scope="row" className="px-3 py-2 text-start font-normal wrap-anywhere">
                    {node.name} <span className="text-12 text-text-3">{node.version}</span>
                  </th>
                  <td className="px-3 py-2">
                    <Badge tone={tone} icon={icon}>
                      {node.isDraining ? t('health.isEnding') : word}
                    </Badge>
                  </td>
                  <td className="px-3 py-2">
                    {node.roles.length === 0 ? DASH : <span translate="no">{roleWords(node)}</span>}
                    {node.owns.length > 0 && (
                      <span className="block text-12 text-text-3">
                        {t('health.ownsAlone', { names: node.owns.join(', ') })}
                      </span>
                    )}
                  </td>
                  <td className={number}>
                    <DateLabel value={node.lastAt} />
                  </td>
                  <td className={number}>{t('health.milliseconds', { value: Math.round(node.tookMs) })}</td>
                  <td className={number}>{formatCount(node.series)}</td>
                  <td className="px-3 py-2 text-text-2">
                    {node.lastError === null ? (
                      DASH
                    ) : (
                      <>
                        <DateLabel mode="absolute" value={node.lastErrorAt} />, {node.lastError}
                      </>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
