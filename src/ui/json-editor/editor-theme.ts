import { EditorView } from '@codemirror/view'

/** The editor in the colours of the tokens; they reach into its shadow root as variables. */
export const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text-1)', backgroundColor: 'var(--surface-0)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'inherit',
    fontSize: '0.75rem',
    lineHeight: '1.5',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--text-1)', padding: '8px 0' },
  '.cm-gutters': {
    color: 'var(--text-3)',
    backgroundColor: 'var(--surface-1)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-2)' },
  '&:not(.cm-focused) .cm-activeLine, &:not(.cm-focused) .cm-activeLineGutter': {
    backgroundColor: 'transparent',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)' },
  '.cm-content ::selection': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text-1)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-3)' },
  '.cm-foldPlaceholder': {
    color: 'var(--text-2)',
    backgroundColor: 'var(--surface-2)',
    border: '1px solid var(--line)',
  },
  '.json-name': { color: 'var(--accent)' },
  '.json-text': { color: 'var(--good)' },
  '.json-literal': { color: 'var(--warn)' },
  '.cm-lintRange': { backgroundImage: 'none', textUnderlineOffset: '3px' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--bad)' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--warn)' },
  '.cm-lintRange-info': { textDecoration: 'underline dotted var(--text-3)' },
  '.cm-tooltip': {
    color: 'var(--text-1)',
    backgroundColor: 'var(--surface-0)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow)',
    fontSize: '0.75rem',
    maxWidth: 'min(24rem, 90vw)',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 6px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--text-1)',
    backgroundColor: 'var(--surface-3)',
  },
  '.cm-completionDetail': { color: 'var(--text-3)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)' },
  '.cm-completionInfo': { padding: '6px 8px', fontFamily: 'system-ui, sans-serif' },
  // Where there is no room beside the list, the list matters more.
  '.cm-completionInfo-left-narrow, .cm-completionInfo-right-narrow': { display: 'none' },
  '.cm-diagnostic': { fontFamily: 'system-ui, sans-serif', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--line-strong)' },
  '.cm-gutter-lint': { width: '1em' },
  '.cm-lint-marker': { content: 'none', width: '0.5em', height: '0.5em', borderRadius: '50%' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--bad)' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warn)' },
  '.cm-lint-marker-info': { backgroundColor: 'var(--line-strong)' },
})
