// The name that a request asks by: the service listens on loopback, so it refuses every name that DNS could resolve.

const byForeignHost = ({ headers }) => {
  headers.Host = 'not-this-service.example';
};

module.exports = { byForeignHost };
