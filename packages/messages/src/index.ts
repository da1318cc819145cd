export type { Catalogue, MessageKey } from './catalogue.ts'
export { declared, type MessageArguments, type RichArguments, t } from './translate.ts'
