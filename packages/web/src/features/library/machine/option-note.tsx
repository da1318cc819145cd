import type { RevisionRule } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { allOf } from '../../../lib/format/lists.ts'
import { CrossIcon } from '../../../ui/icons.tsx'
import { LinkIcon } from '../../../ui/tool-icons.tsx'
import type { Exclusion, OptionRules } from './use-option-rules.ts'

const line = 'mt-0.5 flex gap-1.5 text-12'

/** What an option needs and excludes, or why it cannot be had. */
export function OptionNote({ id, rules }: { id: string; rules: OptionRules }) {
  const exclusion = rules.exclusionOf(id)
  if (exclusion !== undefined) {
    return (
      <p className={`${line} text-warn`}>
        <CrossIcon size={12} className="mt-0.5" />
        {exclusionWords(exclusion, rules)}
      </p>
    )
  }
  return rules.relationsOf(id).map((rule) => (
    <p key={rule.code} className={`${line} text-text-2`}>
      {rule.kind === 'requires' ? (
        <LinkIcon size={12} className="mt-0.5 text-text-3" />
      ) : (
        <CrossIcon size={12} className="mt-0.5 text-text-3" />
      )}
      {relationWords(rule, rules)}
    </p>
  ))
}

function relationWords({ kind, options: [, ...others], reason }: RevisionRule, { nameOf }: OptionRules): string {
  const names = allOf(others.map(nameOf))
  const words = kind === 'requires' ? t('library.requires', { names }) : t('library.excludes', { names })
  return reason === null ? words : t('library.wordsBecause', { words, reason })
}

/** `Not with Twin infeed, standard here: two lanes cannot be phased above 140 packs/min` */
function exclusionWords({ causes, rules: found }: Exclusion, { nameOf }: OptionRules): string {
  const why = found.map(({ reason, name }) => reason ?? name).find((text) => text !== null)
  const words =
    causes.length > 0
      ? t('library.notWithStandard', { names: allOf(causes.map(nameOf)) })
      : t('library.notOnThisMachine')
  return why === undefined || why === null ? words : t('library.wordsBecause', { words, reason: why })
}
