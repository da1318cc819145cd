import {
  allSettings,
  documentTypes,
  permissionDescriptions,
  problems,
  type Rule,
  resources,
  type Setting,
  signOnFaults,
} from '@packhouse/contract'
import { calledName, constantText, readSources, type SyntaxNode, walk } from './syntax.ts'

/** Beginnings of what a schema says of a value; the label of the field is before it. */
const fault = /^(must|is|has|may|are|cannot|refers) /

/** Every text of the contract that people read: labels, help, nouns, units, choices, rules, permissions, kinds of documents, problems and faults. */
export function declaredTexts(root: string): string[] {
  const texts = new Set<string>()
  const add = (...some: (string | undefined)[]) => {
    for (const text of some) if (text !== undefined && /[A-Za-z]{2}/.test(text)) texts.add(text)
  }
  for (const { area, noun, fields, rules, traits } of resources) {
    const relations = Object.values(traits.relations ?? {})
    add(area, ...noun, ...relations.flatMap((relation) => relation.noun))
    for (const field of Object.values(fields)) {
      for (const { label, help, unit, choices } of [field, ...Object.values(field.parts ?? {})]) {
        add(label, help, unit, ...(choices ?? []))
      }
    }
    for (const held of [rules, ...relations.map((relation) => relation.rules ?? {})]) {
      add(...Object.values<Rule>(held).map(({ message }) => message))
    }
    for (const { words } of Object.values(traits.lifecycle?.transitions ?? {})) add(words)
  }
  for (const { label, help, unit, options } of Object.values<Setting>(allSettings)) {
    add(label, help, unit, ...Object.values(options ?? {}))
  }
  add(...Object.values(permissionDescriptions))
  add(...Object.values(problems).flatMap(({ title, remedy }) => [title, remedy]))
  add(...Object.values(signOnFaults))
  add(...Object.values(documentTypes).map(({ title }) => title))
  for (const text of schemaFaults(root)) add(text)
  for (const text of storedSentences(root)) add(text)
  return [...texts].sort()
}

/** What people choose from: the choices of every field, and of the parts of lists. */
export function declaredChoices(): string[] {
  const fields = resources.flatMap(({ fields }) => Object.values(fields))
  return [
    ...new Set(
      fields.flatMap((field) => [field, ...Object.values(field.parts ?? {})]).flatMap(({ choices = [] }) => choices),
    ),
  ]
}

/** What schemas say of wrong values, with `{0}`, `{1}` for what differs from one to another. */
function schemaFaults(root: string): string[] {
  const found: string[] = []
  for (const source of readSources(root, 'packages/contract/src')) {
    walk(source, (node, around) => {
      const text = numbered(node)
      if (text === undefined || !fault.test(text)) return
      if (!around.some((one) => isDescription(one, node))) found.push(text)
    })
  }
  return found
}

/** What the server stores in English and translates for whoever reads it: templates with the tag `sentence`. */
function storedSentences(root: string): string[] {
  const found: string[] = []
  for (const source of readSources(root, 'packages/server/src')) {
    walk(source, (node) => {
      if (node.type !== 'TaggedTemplateExpression' || (node.tag as SyntaxNode).name !== 'sentence') return
      const text = numbered(node.quasi as SyntaxNode)
      if (text !== undefined) found.push(text)
    })
  }
  return found
}

/** Whether a text is what `describe` or `meta` is given, and not what is described. */
function isDescription(call: SyntaxNode, text: SyntaxNode): boolean {
  const name = calledName(call)
  const [first] = (call.arguments ?? []) as SyntaxNode[]
  return (name === 'describe' || name === 'meta') && first !== undefined && first.start <= text.start
}

function numbered(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return constantText(node)
  if (node.type !== 'TemplateLiteral') return undefined
  const [first = '', ...rest] = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return first + rest.map((text, index) => `{${index}}${text}`).join('')
}
