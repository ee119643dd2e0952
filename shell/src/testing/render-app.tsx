import '@khmer-learning/ui-kit/testing';
import type { RemoteModule } from '@khmer-learning/console-sdk';
import { toast } from '@khmer-learning/ui-kit';
import { render } from '@testing-library/react';
import { App } from '../app.tsx';
import { sendBrowserReport } from '../remotes/browser-reports.ts';
import { createRemoteLoader, type LoadExposedModule } from '../remotes/remote-loader.ts';
import { RemoteLoaderContext } from '../remotes/remotes-context.tsx';
import { sharedModules } from '../remotes/shared-modules.ts';
import { createApi } from '../session/create-api.ts';

export interface RenderAppOptions {
  pathname?: string;
  /** Replaces the federation runtime, which needs a browser. */
  loadExposed?: LoadExposedModule;
  /** Instead of the console's shared packages. */
  shared?: typeof sharedModules;
}

export function exposedModule(remote: Partial<RemoteModule>): { remote: RemoteModule } {
  return { remote: { views: {}, pages: {}, extensions: {}, ...remote } };
}

export function renderApp({
  pathname = '/',
  loadExposed = () => Promise.reject(new Error('RUNTIME-003')),
  shared = sharedModules,
}: RenderAppOptions = {}) {
  toast.dismiss();
  window.history.replaceState(null, '');
  return render(
    <RemoteLoaderContext value={createRemoteLoader(loadExposed, async () => shared, sendBrowserReport)}>
      <App {...createApi()} pathname={pathname} />
    </RemoteLoaderContext>,
  );
}
