import { t } from '@packhouse/messages'
import { Alert } from '../../../ui/alert.tsx'
import type { Configured } from './configuration.ts'
import { LinkButton } from './link-button.tsx'
import { choiceNames, namesOf, ruleWords } from './option-reason.ts'
import type { OptionsState } from './use-options.ts'

/** Choices that were made under other rules: what no longer goes together, and the smallest ways out. */
export function SettlementNotice({ options, configured }: { options: OptionsState; configured: Configured }) {
  const { settlement, unknownOptions, content } = configured
  const names = namesOf(content)
  return (
    <>
      {unknownOptions.length > 0 && (
        <Alert tone="info" className="m-3 text-13">
          {t('configurator.optionsAreGone', { count: unknownOptions.length })}
        </Alert>
      )}
      {settlement !== undefined && (
        <Alert tone="warn" className="m-3 text-13">
          {settlement.choices.length === 0
            ? t('configurator.rulesContradict')
            : t('configurator.choicesContradict', { names: choiceNames(settlement.choices, names) })}{' '}
          {ruleWords(settlement.reason.rules, names).map((text) => `${text} `)}
          {settlement.swaps.swaps.map(({ givesUp, configuration }) => (
            <LinkButton
              key={givesUp.map(({ option }) => option).join()}
              className="me-3"
              onClick={() => options.go(configuration)}
            >
              {t('configurator.giveUp', { names: choiceNames(givesUp, names) })}
            </LinkButton>
          ))}
        </Alert>
      )}
    </>
  )
}
