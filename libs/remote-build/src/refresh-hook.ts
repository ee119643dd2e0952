/**
 * Development only: the shell loads this before React, so that several builds can refresh components of one page.
 * Each build (shell, remote) has its own copy of the refresh runtime. The copies of remotes load after React, so this
 * keeps React's renderer where they look for it, and chains their handlers instead of replacing them.
 */
type Family = object | undefined;
type RefreshHandler = (type: unknown) => Family;

interface Renderer {
  setRefreshHandler?: (handler: RefreshHandler | null) => void;
}

interface DevToolsHook {
  readonly renderers: Map<number, Renderer>;
  inject(renderer: Renderer): number;
}

function chainRefreshHandlers(renderer: Renderer): void {
  const setHandler = renderer.setRefreshHandler;
  if (setHandler === undefined) return;
  const handlers = new Set<RefreshHandler>();
  renderer.setRefreshHandler = (handler) => {
    if (handler !== null) handlers.add(handler);
    setHandler((type) => {
      for (const resolve of handlers) {
        const family = resolve(type);
        if (family !== undefined) return family;
      }
      return undefined;
    });
  };
}

const { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook } = globalThis as {
  __REACT_DEVTOOLS_GLOBAL_HOOK__?: DevToolsHook;
};
if (hook !== undefined) {
  const inject = hook.inject;
  hook.inject = (renderer) => {
    chainRefreshHandlers(renderer);
    const id = inject.call(hook, renderer);
    hook.renderers.set(id, renderer);
    return id;
  };
}
