import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.atom], color: 'var(--info)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: tags.function(tags.variableName), color: 'var(--kraft-strong)' },
  { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: [tags.number, tags.heading], fontWeight: '600' },
  { tag: tags.labelName, color: 'var(--kraft-strong)' },
])

const MONO = 'var(--font-mono)'

const theme = EditorView.theme({
  // Messages are as wide as what is seen, however long the lines are.
  '&': {
    containerType: 'inline-size',
    height: '100%',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: '12.5px',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: MONO, lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px 0 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-3)', border: 'none', fontSize: '11.5px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '46px', padding: '0 14px 0 8px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-2)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--kraft-soft)',
  },
  '.cm-fault-line, .cm-fault-line.cm-activeLine': { backgroundColor: 'var(--bad-soft)' },
  '.cm-gutterElement.cm-fault-number': {
    backgroundColor: 'var(--bad-soft)',
    color: 'var(--bad)',
    fontWeight: '700',
    boxShadow: 'inset 3px 0 0 var(--bad)',
  },
  '.cm-fault-mark': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
  '.cm-fault': {
    display: 'flex',
    gap: '8px',
    position: 'sticky',
    left: '46px',
    boxSizing: 'border-box',
    width: 'calc(100cqi - 62px)',
    margin: '0 16px 4px 0',
    padding: '7px 10px',
    borderLeft: '3px solid var(--bad)',
    backgroundColor: 'var(--bad-soft)',
    color: 'var(--bad)',
    font: '500 12.5px/18px var(--font-sans)',
    whiteSpace: 'normal',
  },
  '.cm-fault button': {
    marginLeft: 'auto',
    whiteSpace: 'nowrap',
    color: 'inherit',
    font: 'inherit',
    border: 'none',
    background: 'none',
    cursor: 'pointer',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-2)',
    borderRadius: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: MONO },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--kraft-soft)',
    color: 'var(--kraft-strong)',
  },
  '.cm-completionDetail': { color: 'var(--text-2)' },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px', font: '12px/16px var(--font-sans)' },
})

/** The editor in the colours of the page: they come as custom properties, which reach into its shadow. */
export const codeTheme = [theme, syntaxHighlighting(colours)]
