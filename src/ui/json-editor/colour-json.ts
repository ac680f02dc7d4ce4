import { syntaxTree } from '@codemirror/language'
import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, ViewPlugin, type DecorationSet, type EditorView } from '@codemirror/view'

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
export const colourJson = ViewPlugin.define(
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
