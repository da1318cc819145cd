import type { JobMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId } from 'react'
import { OutputQuestion, SizeQuestion } from './pack-questions.tsx'
import type { Style } from './queries.ts'
import { Question } from './question.tsx'
import { LimitsQuestion, SiteQuestion } from './site-questions.tsx'
import { StyleQuestion } from './style-question.tsx'
import type { ConfiguratorAddress } from './use-configurator-address.ts'

export interface QuestionsProps {
  address: ConfiguratorAddress
  style: Style | undefined
  machines: readonly JobMachine[]
  showsPrices: boolean
}

/** What has to be packed, how much of it, where, and by when. */
export function QuestionsColumn({ address, style, machines, showsPrices }: QuestionsProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-h-0 flex-col overflow-y-auto border-e border-line bg-surface md:row-span-2 max-lg:md:row-span-2 max-md:border-e-0 print:hidden"
    >
      <h1 id={id} className="px-[18px] pt-4 pb-1 text-20">
        {t('configurator.whatHasToBePacked')}
      </h1>
      <Question title={t('configurator.packagingStyle')} isFirst>
        <StyleQuestion address={address} style={style} />
      </Question>
      <SizeQuestion address={address} />
      <OutputQuestion address={address} />
      <SiteQuestion address={address} />
      <LimitsQuestion address={address} machines={machines} showsPrices={showsPrices} />
    </section>
  )
}
