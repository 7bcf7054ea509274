// Bundles of the pages' scripts, one run for each entry: a page loads one file, and on first use its parts beside it.
// Paths are those of the sources below board/page, so that addresses relative to a script stay the same.

const entries = [
  "board/board",
  "puzzle/puzzle",
  "review/review",
  "hint_button/embed",
  "hint_button/paili-hint",
  "hint_button/paili-engine",
  "lib/engine_client",
  "docs",
  "sw"
];

export default entries.map((entry) => ({
  input: { [entry]: `board/page/${entry}.js` },
  logLevel: "warn",
  external: [/engine\/index\.js$/, /\/paili-engine\.js$/], // built apart, or served at a fixed address
  makeAbsoluteExternalsRelative: false,
  preserveEntrySignatures: "allow-extension", // parts import from the page's file what it contains
  output: {
    dir: "board/built",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: `${entry.replace(/[^/]*$/, "")}[name].js`
  }
}));
