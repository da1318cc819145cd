import { type SchemaIssue, schemaWords } from '@packhouse/contract/schema-words'
import { declared as inLanguage } from '@packhouse/messages'
import { choiceWords } from '@packhouse/messages/choice-words'
import { currentTranslator, setTranslator } from '@packhouse/messages/current'
import { formatAlternatives } from '../lib/format/lists.ts'
import { configureSchemas } from '../lib/zod-config.ts'

/** Words that come with the declarations: no screen before them needs any, and the first one is to be quick. */

/** English for choices whose names are no words; other languages have them among their texts. */
const translator = currentTranslator()
if (translator !== undefined) {
  const declared = (text: string) => {
    const said = translator.declared(text)
    return said === text ? (choiceWords[text] ?? text) : said
  }
  setTranslator({ ...translator, declared })
}

/** What every schema says of a wrong value that its declaration has no words for. */
configureSchemas({
  customError: (issue: SchemaIssue) =>
    schemaWords(issue, (values) => formatAlternatives(values.map((value) => inLanguage(value)))),
})
