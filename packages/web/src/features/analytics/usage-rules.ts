import { usageDefinitions } from '@packhouse/contract'
import { t } from '@packhouse/messages'

const { idleMinutes, longestHours, hereMinutes, rollupDays } = usageDefinitions

/** The definitions that every figure of the screen follows. */
export function usageRules(zone: string): string[] {
  return [
    t('analytics.ruleActive'),
    t('analytics.ruleSession', { minutes: idleMinutes, hours: longestHours }),
    t('analytics.ruleHere', { minutes: hereMinutes }),
    t('analytics.ruleTime', { minutes: idleMinutes }),
    t('analytics.ruleMedian'),
    t('analytics.ruleZone', { zone }),
    t('analytics.ruleStored', { days: rollupDays }),
  ]
}
