import { join } from 'node:path'
import { catalogues } from '@packhouse/messages/catalogues'
import { catalogueFaults } from './i18n/catalogue-faults.ts'
import { declaredTexts } from './i18n/declared-texts.ts'
import { outsideTexts } from './i18n/outside-texts.ts'
import { readSources } from './i18n/syntax.ts'
import { usedKeys } from './i18n/used-keys.ts'

/** Lists what the languages lack, unused keys, and texts of the web outside the catalogue. Ends with 1 where there is any. */
const root = join(import.meta.dirname, '..')
const [english, ...others] = catalogues
const web = readSources(root, 'packages/web/src')
const isUsed = usedKeys([
  ...web,
  ...['server', 'contract'].flatMap((name) => readSources(root, `packages/${name}/src`)),
])
const declared = declaredTexts(root)

const faults = [
  ...others.flatMap((other) => catalogueFaults(english, other, declared)),
  ...Object.keys(english.messages)
    .filter((key) => !isUsed(key))
    .map((key) => `'${key}' is used nowhere`),
  ...web.flatMap(outsideTexts).map((place) => `outside the catalogue: ${place}`),
]
for (const fault of faults) console.error(fault)
console.log(
  `${Object.keys(english.messages).length} messages and ${declared.length} declared texts in ${catalogues.length} languages`,
)
process.exitCode = faults.length === 0 ? 0 : 1
