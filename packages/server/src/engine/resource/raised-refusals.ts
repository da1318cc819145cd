import { t } from '@packhouse/messages'

/** What rules of the database say, in English, to whoever may not do something, and the same in the language of the reader. The group is what varies. */
const refusals: readonly (readonly [said: RegExp, words: (part: string) => string])[] = [
  [
    /^You can only give what you may do yourself; you lack: (.+)\.$/s,
    (missing) => t('access.onlyWhatYouMayDo', { missing }),
  ],
  [
    /^You can only do this to people who may do no more than you; you lack: (.+)\.$/s,
    (missing) => t('access.onlyForWhoMayDoNoMore', { missing }),
  ],
  [/^Your role in this project is (.+), which does not edit it\./s, (role) => t('estimator.roleDoesNotEdit', { role })],
]

/** The words for what a rule of the database has raised; undefined where it said nothing. */
export function raisedRefusal(said: string | undefined): string | undefined {
  if (said === undefined) return undefined
  for (const [pattern, words] of refusals) {
    const part = pattern.exec(said)?.[1]
    if (part !== undefined) return words(part)
  }
  return said
}
