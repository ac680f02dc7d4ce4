/** What an item of the palette is; items of one kind stand together. */
type PaletteKind =
  | 'command'
  | 'setting'
  | 'model'
  | 'conversation'
  | 'preset'
  | 'example'
  | 'inspector'

/** One line of the palette. */
export interface PaletteItem {
  /** Stays the same from one visit to the next: "model:sandbox-fast". */
  id: string
  kind: PaletteKind
  label: string
  /** A few words beside the label: a price, the place where a text was found. */
  detail?: string
  /** More words it is found by. */
  keywords?: string
  /** The shortcut that does the same, such as "mod+i". */
  keys?: string
}
