import { foldCase } from '../../engine/fold-case.ts'
import { FormulaError, type Product, type Relation, readFormula, type Statement, type Sum } from './formula-text.ts'
import type { FormulaLiteral, FormulaRule, Term } from './model.ts'

/** What a name in a formula stands for. */
export type Named =
  /** An option that is taken or not. */
  | { readonly kind: 'yesNo'; readonly option: string }
  /** A group of which one is chosen, by its text. */
  | { readonly kind: 'choice'; readonly options: ReadonlyMap<string, string> }
  /** A group whose options have values. */
  | { readonly kind: 'number'; readonly group: string }

/** Finds what a name stands for. */
export type NameFinder = (name: string) => Named | undefined

type Clauses = FormulaRule['clauses']
type Comparing = Extract<Statement, { kind: 'compare' }>

/** Ways of saying it in clauses; a formula with many alternatives of many parts each has too many. */
const MOST_CLAUSES = 500

/**
 * The clauses of a formula: all of them hold where it does. Each of its lines is a statement of its own.
 *
 * @throws FormulaError where it cannot be read, or names what there is not
 */
export function formulaClauses(text: string, find: NameFinder): Clauses {
  const statements = text.split('\n').filter((line) => line.trim() !== '')
  return statements.flatMap((line) => clausesOf(readFormula(line), true, find))
}

function clausesOf(statement: Statement, isSo: boolean, find: NameFinder): Clauses {
  if (statement.kind === 'not') return clausesOf(statement.of, !isSo, find)
  if (statement.kind === 'taken') {
    const named = found(statement.name, find)
    if (named.kind !== 'yesNo') throw new FormulaError('unreadable', statement.name)
    return [[{ option: named.option, taken: isSo }]]
  }
  if (statement.kind === 'compare') return [[compared(statement, isSo, find)]]
  const parts = statement.of.map((one) => clausesOf(one, isSo, find))
  return (statement.kind === 'all') === isSo ? parts.flat() : parts.reduce(oneOfEach)
}

/** All of one or all of the other: each clause of the one with each of the other. */
function oneOfEach(one: Clauses, other: Clauses): Clauses {
  if (one.length * other.length > MOST_CLAUSES) throw new FormulaError('tooLong', '')
  return one.flatMap((left) => other.map((right) => [...left, ...right]))
}

function compared({ left, relation, right }: Comparing, isSo: boolean, find: NameFinder): FormulaLiteral {
  const chosen = onlyName(left)
  const named = chosen === undefined ? undefined : found(chosen, find)
  if (named?.kind === 'choice') return choiceIs(named.options, relation, right, isSo)
  const swapped = relation === '>=' || relation === '<'
  const [one, other] = swapped ? [right, left] : [left, right]
  const terms = new Map<string, Term>()
  let bound = 0
  for (const { factor, names } of [...one, ...negative(other)]) {
    const of = names.map((name) => numberGroup(name, find)).sort()
    if (of.length === 0) bound -= factor
    else terms.set(of.join('*'), { factor: factor + (terms.get(of.join('*'))?.factor ?? 0), of })
  }
  const isEqual = relation === '=' || relation === '!='
  const isNegated = relation === '!=' || relation === '<' || relation === '>'
  return {
    terms: [...terms.values()].filter(({ factor }) => factor !== 0),
    relation: isEqual ? 'equals' : 'atMost',
    bound,
    holds: isSo !== isNegated,
  }
}

function choiceIs(options: ReadonlyMap<string, string>, relation: Relation, right: Sum, isSo: boolean): FormulaLiteral {
  const [only] = right
  const text = onlyName(right) ?? (right.length === 1 && only?.names.length === 0 ? String(only.factor) : '')
  const option = options.get(foldCase(text))
  if (option === undefined) throw new FormulaError('unknownName', text)
  if (relation !== '=' && relation !== '!=') throw new FormulaError('noNumber', text)
  return { option, taken: (relation === '=') === isSo }
}

function onlyName(sum: Sum): string | undefined {
  const [only] = sum
  return sum.length === 1 && only?.factor === 1 && only.names.length === 1 ? only.names[0] : undefined
}

function numberGroup(name: string, find: NameFinder): string {
  const named = found(name, find)
  if (named.kind !== 'number') throw new FormulaError('noNumber', name)
  return named.group
}

function found(name: string, find: NameFinder): Named {
  const named = find(name)
  if (named === undefined) throw new FormulaError('unknownName', name)
  return named
}

function negative(sum: Sum): Product[] {
  return sum.map(({ factor, names }) => ({ factor: -factor, names }))
}
