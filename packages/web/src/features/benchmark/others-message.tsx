import { BENCHMARK_CUSTOMERS, BENCHMARK_MACHINES, type OthersState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { AppLink } from '../../ui/app-link.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { InfoIcon } from '../../ui/icons.tsx'

/** Why no median of others is shown, and what to do about it. */
export function OthersMessage({ others }: { others: Exclude<OthersState, 'shown'> }) {
  const [title, about] = words[others]
  const link = links[others]
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-panel border border-line bg-surface px-4 py-3.5">
      <InfoIcon className="mt-0.5 text-text-2" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{title}</p>
        <p className="max-w-[80ch] text-text-2">{about}</p>
      </div>
      {link !== undefined && (
        <AppLink href={link.href} className={buttonClasses('standard', 'standard')}>
          {link.words}
        </AppLink>
      )}
    </div>
  )
}

const words: Readonly<Record<Exclude<OthersState, 'shown'>, readonly [title: string, about: string]>> = {
  notSharing: [t('benchmark.notSharing'), t('benchmark.notSharingAbout')],
  declined: [t('benchmark.declined'), t('benchmark.declinedAbout')],
  notEnough: [
    t('benchmark.notEnough'),
    t('benchmark.notEnoughAbout', { machines: BENCHMARK_MACHINES, customers: BENCHMARK_CUSTOMERS }),
  ],
  notYet: [t('benchmark.notYet'), t('benchmark.notYetAbout')],
}

const links: Readonly<Partial<Record<OthersState, { href: string; words: string }>>> = {
  notSharing: { href: '/data/sharing', words: t('benchmark.openSharing') },
  declined: { href: '/data/partners', words: t('benchmark.openAgreement') },
}
