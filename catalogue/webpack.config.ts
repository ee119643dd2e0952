import { defineHostConfig } from '@khmer-learning/remote-build';

const hostConfig = defineHostConfig();

/** The build proves that the examples compile. Nobody downloads it, so it is neither minified nor mapped. */
export default (...options: Parameters<typeof hostConfig>): ReturnType<typeof hostConfig> => ({
  ...hostConfig(...options),
  devtool: false,
  optimization: { minimize: false },
});
