import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxTree,
} from '@codemirror/language'
import { forceLinting, linter, lintGutter, nextDiagnostic } from '@codemirror/lint'
import { Annotation, EditorState, RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
  ViewPlugin,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'

import { cx } from '../cx.ts'
import { diagnose, type JsonProblem } from './diagnose.ts'
import { type JsonReading, readJsonText } from './json-text.ts'
import { type JsonShape, propose } from './propose.ts'

export interface JsonEditorProps {
  label: string
  text: string
  /** Called for every edit with the text and what it says. */
  onChange: (text: string, reading: JsonReading) => void
  /** What completion proposes from; it does not validate. */
  shape?: JsonShape
  /** Says what is wrong with a value that parses; called again when it changes. */
  check?: (value: unknown) => readonly JsonProblem[]
  placeholder?: string
  /** Takes the focus as soon as it is there. */
  startsFocused?: boolean
  /** Called for Mod+Enter. */
  onSubmit?: () => void
  /** Size of the box; it scrolls inside. */
  className?: string
}

const fromOutside = Annotation.define<true>()

/**
 * A JSON text with colours, completion and faults at their place. It lives in a shadow root, because
 * the editor's own styles can then be adopted style sheets, which a policy without inline styles allows.
 */
export function JsonEditor(props: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  const { text, label, check, shape } = props

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (host.current === null) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          lineNumbers(),
          foldGutter(),
          codeFolding(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          json(),
          colourJson,
          editorTheme,
          placeholder(latest.current.placeholder ?? ''),
          lintGutter(),
          linter(({ state }) =>
            // What is not written yet has no fault.
            state.doc.length === 0
              ? []
              : diagnose(
                  readJsonText(state.doc.toString()),
                  (value) => latest.current.check?.(value) ?? [],
                ),
          ),
          autocompletion({
            icons: false,
            override: [(context) => propose(latest.current.shape ?? {})(context)],
          }),
          // It takes the focus anyway; this says so to whoever asks whether the text can be scrolled by key.
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          typeOver,
          // Tab is left alone: it leaves the editor, as it leaves any field.
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                latest.current.onSubmit?.()
                return latest.current.onSubmit !== undefined
              },
            },
            { key: 'F8', run: nextDiagnostic },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...defaultKeymap,
          ]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (!docChanged || transactions.some((step) => step.annotation(fromOutside))) return
            const written = state.doc.toString()
            latest.current.onChange(written, readJsonText(written))
          }),
        ],
      }),
    })
    view.current = editor
    if (latest.current.startsFocused === true) editor.focus()
    return () => {
      view.current = undefined
      editor.destroy()
    }
  }, [label])

  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === text) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: text },
      annotations: fromOutside.of(true),
    })
    forceLinting(editor)
  }, [text])

  useEffect(() => {
    if (view.current !== undefined) forceLinting(view.current)
  }, [check, shape])

  return (
    <div
      ref={host}
      className={cx(
        'overflow-hidden rounded-md border border-line-strong font-mono focus-within:outline-2 focus-within:outline-accent',
        props.className,
      )}
    />
  )
}

/** Typing over a selection. The browser would add an inline style, which the page's policy refuses. */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event
    const { main } = view.state.selection
    if (inputType !== 'insertText' || data === null || main.empty || isComposing) return false
    event.preventDefault()
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: 'input.type',
        scrollIntoView: true,
      })
    // Such as the one that puts quotes around what is selected.
    const takers = view.state.facet(EditorView.inputHandler)
    if (!takers.some((take) => take(view, main.from, main.to, data, insert)))
      view.dispatch(insert())
    return true
  },
})

const name = Decoration.mark({ class: 'json-name' })
const text = Decoration.mark({ class: 'json-text' })
const literal = Decoration.mark({ class: 'json-literal' })

/** The grammar's node names and how they look. */
const MARKS: Readonly<Record<string, Decoration>> = {
  PropertyName: name,
  String: text,
  Number: literal,
  True: literal,
  False: literal,
  Null: literal,
}

function colours({ state, visibleRanges }: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>()
  for (const range of visibleRanges)
    syntaxTree(state).iterate({
      ...range,
      enter: (node) => {
        const mark = MARKS[node.name]
        if (mark) marks.add(node.from, node.to, mark)
      },
    })
  return marks.finish()
}

/** Tells names, texts and other values of JSON apart, in what is on the screen. */
const colourJson = ViewPlugin.define(
  (view) => {
    let tree = syntaxTree(view.state)
    const plugin = {
      marks: colours(view),
      update: (update: { view: EditorView; docChanged: boolean; viewportChanged: boolean }) => {
        const next = syntaxTree(update.view.state)
        if (!update.docChanged && !update.viewportChanged && next === tree) return
        tree = next
        plugin.marks = colours(update.view)
      },
    }
    return plugin
  },
  { decorations: ({ marks }) => marks },
)

/** The editor in the colours of the tokens; they reach into its shadow root as variables. */
const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text-1)', backgroundColor: 'var(--surface-0)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'inherit',
    fontSize: '0.75rem',
    lineHeight: '1.5',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--text-1)', padding: '8px 0' },
  '.cm-placeholder': { color: 'var(--text-3)' },
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
