import { join } from 'node:path'
import { catalogues } from '@packhouse/messages/catalogues'
import { catalogueFaults } from './i18n/catalogue-faults.ts'
import { choiceFaults } from './i18n/choice-faults.ts'
import { declaredChoices, declaredTexts } from './i18n/declared-texts.ts'
import { misplacedTexts } from './i18n/misplaced-texts.ts'
import { outsideTexts } from './i18n/outside-texts.ts'
import { readSources } from './i18n/syntax.ts'
import { usedKeys } from './i18n/used-keys.ts'

/** Lists what the languages lack, choices that show as the program calls them, keys that nobody uses, texts of the web outside the catalogue, and messages that a program reads. Ends with 1 where there is any. */
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
  ...catalogues.flatMap((one) => choiceFaults(one, declaredChoices())),
  ...Object.keys(english.messages)
    .filter((key) => !isUsed(key))
    .map((key) => `'${key}' is used nowhere`),
  ...web.flatMap(outsideTexts).map((place) => `outside the catalogue: ${place}`),
  ...web.flatMap(misplacedTexts).map((place) => `a program reads the message: ${place}`),
]
for (const fault of faults) console.error(fault)
console.log(
  `${Object.keys(english.messages).length} messages and ${declared.length} declared texts in ${catalogues.length} languages`,
)
process.exitCode = faults.length === 0 ? 0 : 1
