/** What the service prepends to the service worker: the version, and the addresses of all files. */
declare const KEPT: {
  version: string;
  home: string;
  board: string;
  pages: string[];
  files: string[];
  networks: string[];
};
