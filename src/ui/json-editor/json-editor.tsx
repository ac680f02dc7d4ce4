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
} from '@codemirror/language'
import { forceLinting, lintGutter, linter, nextDiagnostic } from '@codemirror/lint'
import { Annotation, EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'

import { cx } from '../cx.ts'
import { colourJson } from './colour-json.ts'
import { diagnose, type JsonProblem } from './diagnose.ts'
import { editorTheme } from './editor-theme.ts'
import type { JsonShape } from './json-shape.ts'
import { readJsonText, type JsonReading } from './json-text.ts'
import { propose } from './propose.ts'

export interface JsonEditorProps {
  /** Accessible name. */
  label: string
  text: string
  /** Called for every edit with the text and what it says. */
  onChange: (text: string, reading: JsonReading) => void
  /** What completion proposes from; it does not validate. */
  shape?: JsonShape
  /** Says what is wrong with a value that parses; called again when it changes. */
  check?: (value: unknown) => readonly JsonProblem[]
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
          lintGutter(),
          linter((current) =>
            diagnose(
              readJsonText(current.state.doc.toString()),
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

/**
 * Typing over a selection, done by the editor itself. Left to the browser, it would wrap the new
 * text in an element with the style of the old one, which the page's policy refuses and reports.
 */
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
