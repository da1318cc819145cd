import type { JobMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { useRowAddress } from '../../../lib/address-search.ts'
import { AppLink, isPlainClick } from '../../../ui/app-link.tsx'
import { CrossIcon } from '../../../ui/icons.tsx'
import { UnknownIcon } from '../../../ui/unknown-icon.tsx'
import { workOutOutput } from './answers.ts'
import { type Change, changeOf, neededOptions } from './changes.ts'
import { LinkButton, linkLook } from './link-button.tsx'
import { reasonWords } from './reason-words.ts'
import { type ConfiguratorAddress, NO_CHOICES } from './use-configurator-address.ts'

export interface OtherMachinesProps {
  address: ConfiguratorAddress
  machines: readonly JobMachine[]
  styleName: string
}

interface MisfitProps extends OtherMachinesProps {
  /** Asks for something else. */
  onApply: (change: Change) => void
}

/** Machines of which something is not known: the matrix is where it is answered. Never counted as no. */
export function UnknownMachines({ address, machines, styleName }: OtherMachinesProps) {
  return (
    <Group icon={<UnknownIcon />} title={t('configurator.notKnown')} note={String(machines.length)}>
      {machines.map((found) => (
        <MachineLine key={found.machine.id} found={found} address={address} styleName={styleName} verdict="unknown">
          <AppLink
            className={linkLook}
            href={`/library/compatibility?machine=${found.machine.id}&style=${address.answers.styleId}`}
          >
            {t('configurator.answerInTheMatrix')}
          </AppLink>
        </MachineLine>
      ))}
    </Group>
  )
}

/** Machines that do not fit, the nearest first, each with what would make it fit. */
export function MisfitMachines({ address, machines, styleName, onApply }: MisfitProps) {
  // Where nothing helps, no figure makes a machine nearer than one that a change of the job lets in.
  const byHelp = Map.groupBy(machines, (found) => changeOf(found, address.answers) !== undefined)
  const nearest = [...(byHelp.get(true) ?? []), ...(byHelp.get(false) ?? [])]
  return (
    <Group
      icon={<CrossIcon size={14} />}
      title={t('configurator.doNotFit')}
      note={t('configurator.nearestFirst', { count: machines.length })}
    >
      {nearest.map((found) => (
        <MisfitLine key={found.machine.id} {...{ found, address, styleName, onApply }} />
      ))}
    </Group>
  )
}

/** Nothing fits: the three that are nearest, each with the change that it needs. */
export function NearestMachines({ address, machines, styleName, onApply }: MisfitProps) {
  const helped = machines.filter((found) => changeOf(found, address.answers) !== undefined).slice(0, 3)
  if (helped.length === 0) return <p className="text-13 text-text-2">{t('configurator.noChangeHelps')}</p>
  return (
    <Group icon={null} title={t('configurator.nearestMachines')} note="">
      {helped.map((found) => (
        <MisfitLine key={found.machine.id} {...{ found, address, styleName, onApply }} />
      ))}
    </Group>
  )
}

function MisfitLine({ found, address, styleName, onApply }: Omit<MisfitProps, 'machines'> & { found: JobMachine }) {
  const change = changeOf(found, address.answers)
  return (
    <MachineLine found={found} address={address} styleName={styleName} verdict="doesNotFit">
      {change && <LinkButton onClick={() => onApply(change)}>{change.label}</LinkButton>}
    </MachineLine>
  )
}

function Group({ icon, title, note, children }: { icon: ReactNode; title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2.5">
      <h3 className="flex items-center gap-2 text-13 font-semibold">
        {icon && <span className="text-text-3">{icon}</span>}
        {title} <span className="font-normal text-text-3">{note}</span>
      </h3>
      <ul className="rounded-panel border border-line bg-surface text-13">{children}</ul>
    </section>
  )
}

interface MachineLineProps {
  found: JobMachine
  address: ConfiguratorAddress
  styleName: string
  verdict: 'unknown' | 'doesNotFit'
  children: ReactNode
}

function MachineLine({ found, address, styleName, verdict, children }: MachineLineProps) {
  const addressOf = useRowAddress('machine', NO_CHOICES)
  const context = {
    style: styleName,
    currency: found.currency,
    output: workOutOutput(address.answers).perMachine,
    options: neededOptions(found).map(({ name }) => name),
  }
  const reasons = found.reasons.filter((reason) => reason.verdict === verdict)
  const shown = reasons.length > 0 ? reasons : found.reasons
  return (
    <li className="grid grid-cols-[104px_minmax(0,1fr)_auto] items-baseline gap-3 border-b border-line px-4 py-2 last:border-b-0 max-xl:grid-cols-[90px_minmax(0,1fr)] max-md:grid-cols-1 max-md:gap-0.5 max-md:px-3.5 max-md:py-2.5">
      <AppLink
        href={addressOf(found.machine.id)}
        title={found.machine.name}
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          address.openMachine(found.machine.id)
        }}
        className="code flex items-center text-start font-semibold text-text-2 no-underline hover:underline max-md:min-h-11"
      >
        {found.machine.model}
      </AppLink>
      <span>{[...new Set(shown.map((reason) => reasonWords(reason, context)))].map((text) => `${text} `)}</span>
      <span className="max-xl:col-start-2 max-md:col-start-1">{children}</span>
    </li>
  )
}
